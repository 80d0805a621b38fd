// Tests CBOR with the examples of RFC 8949 appendix A, and with bytes that must be refused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CborTag, type CborValue } from './cbor-value.ts';
import { CborError, decodeCbor } from './decode-cbor.ts';
import { encodeCbor } from './encode-cbor.ts';

const examples: readonly (readonly [CborValue, string])[] = [
  [0, '00'],
  [23, '17'],
  [24, '1818'],
  [1000, '1903e8'],
  [1000000, '1a000f4240'],
  [1000000000000, '1b000000e8d4a51000'],
  [-1, '20'],
  [-1000, '3903e7'],
  [false, 'f4'],
  [true, 'f5'],
  [null, 'f6'],
  ['', '60'],
  ['水', '63e6b0b4'],
  [Buffer.from('01020304', 'hex'), '4401020304'],
  [[1, [2, 3], [4, 5]], '8301820203820405'],
  [
    new Map<string | number, CborValue>([
      [1, 2],
      [3, 4],
    ]),
    'a201020304',
  ],
  [
    new Map<string, CborValue>([
      ['a', 1],
      ['b', [2, 3]],
    ]),
    'a26161016162820203',
  ],
  [new CborTag(0, '2013-03-21T20:04:00Z'), 'c074323031332d30332d32315432303a30343a30305a'],
];

test('the examples of RFC 8949 are written and read', () => {
  for (const [value, hex] of examples) {
    assert.equal(encodeCbor(value).toString('hex'), hex);
    assert.equal(encodeCbor(decodeCbor(Buffer.from(hex, 'hex'))).toString('hex'), hex);
  }
  assert.equal(decodeCbor(Buffer.from('fb3ff199999999999a', 'hex')), 1.1);
});

test('keys are written in the order of their bytes, in whatever order they come', () => {
  const map = new Map<string | number, CborValue>([
    ['aa', 1],
    ['b', 2],
    [-1, 3],
    [100, 4],
    [10, 5],
  ]);
  assert.equal(encodeCbor(map).toString('hex'), 'a50a05186404200361620262616101');
});

test('truncated, indefinite, duplicate, too deep and too long values are refused', () => {
  const refused = {
    'cut off': '5a00000010ff',
    'an array longer than the bytes': '9bffffffffffffffff',
    'an indefinite length': '9f01ff',
    'a key twice': 'a2010101 02'.replace(' ', ''),
    'a key that is a list': 'a18001',
    'something behind': '0000',
    'no UTF-8': '62c328',
    'nothing at all': '',
    'a reserved head': '1c',
    'too deep': '81'.repeat(30),
    'a hundred thousand values and more': `9a000f4240${'00'.repeat(1_000_000)}`,
  };
  for (const [name, hex] of Object.entries(refused)) {
    assert.throws(() => decodeCbor(Buffer.from(hex, 'hex')), CborError, name);
  }
});
