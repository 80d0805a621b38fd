// Notes and verifier keys, with the example of Go's package sumdb/note.
import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { test } from 'node:test';
import { ed25519 } from '@noble/curves/ed25519.js';
import { readNote, readVerifierKey, signatureLine, verifierKeyOf, writeNote, writeVerifierKey } from './index.ts';

const vkey = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const note = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.

— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`;

test('the example of Go is read, and its signature is valid', () => {
  const key = readVerifierKey(vkey)!;
  assert.deepEqual([key.name, key.keyId, key.type], ['PeterNeumann', 0xc74f20a3, 'ed25519']);
  assert.equal(writeVerifierKey(key), vkey);
  assert.deepEqual(verifierKeyOf(key.name, key.type, key.publicKey), key);
  const read = readNote(note)!;
  assert.equal(read.text, note.slice(0, note.indexOf('\n— ')));
  const [signature] = read.signatures;
  assert.deepEqual([signature!.name, signature!.keyId], [key.name, key.keyId]);
  const publicKey = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key.publicKey).toString('base64url') },
    format: 'jwk',
  });
  assert.ok(verify(null, Buffer.from(read.text), publicKey, signature!.signature));
  assert.equal(writeNote(read.text, [signatureLine(key.name, key.keyId, signature!.signature)]), note);
});

test('a text with empty lines is split at the last one', () => {
  const poem = 'One line.\n\nAnother line.\n';
  const line = signatureLine('log.example', 7, new Uint8Array(64));
  assert.equal(readNote(`${poem}\n${line}`)?.text, poem);
  assert.equal(readNote(`${poem}\n${line}${line}`)?.signatures.length, 2);
});

test('every altered character of a verifier key is refused', () => {
  const key = readVerifierKey(vkey)!;
  for (let at = 0; at < vkey.length; at++) {
    for (const character of 'A0a+/= é\n') {
      if (vkey[at] === character) continue;
      assert.equal(readVerifierKey(vkey.slice(0, at) + character + vkey.slice(at + 1)), null, `${character} at ${at}`);
    }
  }
  const others = [
    '',
    '+',
    '++',
    vkey.replace('c74f20a3', 'C74F20A3'),
    `${vkey}=`,
    `${vkey}\n`,
    ` ${vkey}`,
    vkey.slice(0, -1),
    'x'.repeat(10 ** 6),
  ];
  for (const text of [...others, undefined, null, 5, {}]) assert.equal(readVerifierKey(text as string), null);
  for (const name of ['', 'a b', 'a+b', 'a\u2003b', 'a\u0085b', 'a\nb', '\ud800']) {
    assert.throws(() => verifierKeyOf(name, 'ed25519', key.publicKey), TypeError, JSON.stringify(name));
  }
});

test('a key that is not a point, or of small order, is refused', () => {
  // 2 is not the y of a point. 1 is the neutral element, and 0 has order 4. p + 1 is a second
  // spelling of 1.
  const second = Buffer.alloc(32, 255);
  second[0] = 0xee;
  second[31] = 0x7f;
  for (const bytes of [
    Buffer.alloc(32).fill(2, 0, 1),
    Buffer.alloc(32).fill(1, 0, 1),
    Buffer.alloc(32),
    second,
    Buffer.alloc(31, 9),
  ]) {
    assert.throws(() => verifierKeyOf('log.example', 'ed25519', bytes), TypeError, bytes.toString('hex'));
  }
  assert.throws(() => verifierKeyOf('log.example', 'ml-dsa-44', Buffer.alloc(1_311)), TypeError);
});

test('anything that is not exactly a note is refused', () => {
  const [text, line] = note.split('\n\n') as [string, string];
  const refused = [
    '',
    '\n\n',
    text,
    `${text}\n\n`,
    note.slice(0, -1),
    `${note}\n`,
    `${note}x`,
    note.replace('\n\n', '\n'),
    note.replace('—', '-'),
    note.replace('— ', '—'),
    note.replace('— ', '—  '),
    note.replace('PeterNeumann ', 'PeterNeumann  '),
    note.replace('PeterNeumann ', 'Peter+Neumann '),
    note.replace('PeterNeumann ', 'Peter\u00a0Neumann '),
    note.replace('PeterNeumann x08', 'PeterNeumann 08'),
    note.replace('AM=', 'AN='),
    note.replace('AM=', 'AM'),
    note.replace('AM=', 'AM=='),
    note.replace('x08', 'x\n08'),
    note.replace('your', 'yo\tur'),
    note.replace('your', 'yo\0ur'),
    note.replace('\n', '\r\n'),
    note.replace('your', '\ud800'),
    `${text}\n\n— a AAAAAA==\n`,
    `${text}\n\n${line.repeat(101)}`,
    `${'x'.repeat(262_144)}\n\n${line}`,
    `${'é'.repeat(131_100)}\n\n${line}`,
  ];
  for (const other of refused) assert.equal(readNote(other), null, JSON.stringify(other.slice(0, 80)));
  for (const other of [undefined, null, 5, {}, [note]]) assert.equal(readNote(other as string), null);
  assert.equal(readNote(`${text}\n\n${line.repeat(100)}`)?.signatures.length, 100);
});

test('a key whose point is not of prime order is refused, because other programs disagree about it', () => {
  const { Point } = ed25519;
  const ofOrderEight = 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a';
  const torsion = Point.fromBytes(Buffer.from(ofOrderEight, 'hex'), true);
  const publicKey = Point.BASE.multiply(5n).add(torsion).toBytes();
  assert.throws(() => verifierKeyOf('log.example', 'ed25519', publicKey), TypeError);
});
