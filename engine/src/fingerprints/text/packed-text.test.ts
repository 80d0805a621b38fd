// The form of a text fingerprint in requests: it keeps everything, and refuses what is not one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LARGEST_PACKED_TEXT, packText, unpackText } from './packed-text.ts';
import { readText } from './text-fingerprint.ts';
import { MOST_WORDS } from './words.ts';

const text = readText('The quick brown fox jumps over the lazy dog and the cat. '.repeat(3))!;

test('a packed fingerprint unpacks to the same one', () => {
  const packed = packText(text);
  assert.deepEqual([packed.length, packed[0]], [1 + 32 + 4 * text.pairs.length, 1]);
  assert.deepEqual(unpackText(packed), { pairs: text.pairs, whole: new Uint8Array(text.whole) });
  // A view into other bytes, as buffers of a pool are.
  const within = new Uint8Array([7, 7, 7, ...packed]).subarray(3);
  assert.deepEqual(unpackText(within), unpackText(packed));
});

test('the bytes are the ones of the specification', () => {
  const packed = packText({ whole: new Uint8Array(32).fill(9), pairs: Uint32Array.from([0x01020304, 0xfffffffe]) });
  assert.equal(Buffer.from(packed).toString('hex'), `01${'09'.repeat(32)}04030201feffffff`);
});

test('the longest text has the largest fingerprint', () => {
  const longest = readText('word '.repeat(MOST_WORDS + 5))!;
  const packed = packText(longest);
  assert.equal(packed.length, LARGEST_PACKED_TEXT);
  assert.ok(typeof unpackText(packed) !== 'string');
});

test('what is not a fingerprint is refused with a reason', () => {
  const packed = packText(text);
  const changed = (place: number, value: number) => packed.with(place, value);
  for (const [bytes, reason] of [
    [new Uint8Array(0), 'has version none, but only version 1 exists'],
    [changed(0, 2), 'has version 2, but only version 1 exists'],
    [packed.subarray(0, 32), 'has only 32 bytes, but its hash alone needs 33'],
    [packed.subarray(0, 33), 'has 0 pairs of words, but a fingerprint has 19 to 49999'],
    [packed.subarray(0, 33 + 18 * 4), 'has 18 pairs of words, but a fingerprint has 19 to 49999'],
    [packed.subarray(0, -1), `ends within a pair of words: ${packed.length - 34} bytes are not a multiple of 4`],
    [
      new Uint8Array(LARGEST_PACKED_TEXT + 4).fill(1, 0, 1),
      'has 50000 pairs of words, but a fingerprint has 19 to 49999',
    ],
  ] as const) {
    assert.equal(unpackText(bytes), reason);
  }
});
