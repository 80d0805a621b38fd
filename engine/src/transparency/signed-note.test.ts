// Notes and verifier keys, with the examples of C2SP signed-note.
import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { test } from 'node:test';
import { readNote, readVerifierKey, signatureLine, verifierKeyOf, writeNote, writeVerifierKey } from './index.ts';

const vkey = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
const note = `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`;

test('the example of the text is read, and its signature is valid', () => {
  const key = readVerifierKey(vkey)!;
  assert.deepEqual([key.name, key.keyId, key.type], ['example.com/foo', 0x530d903a, 'ed25519']);
  assert.equal(writeVerifierKey(key), vkey);
  assert.deepEqual(verifierKeyOf(key.name, key.type, key.publicKey), key);
  const read = readNote(note)!;
  assert.equal(read.text, 'This is an example message.\n');
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
  const poem = 'Ognuno sta solo sul cuor della terra\ntrafitto da un raggio di sole:\n\ned è subito sera.\n';
  const line =
    '— quasimodo.example/salvatore NnugSzTjtVAewIS+Z/iJhUPeFDkO/5QQ2i5ddnGITLlC+EhfLW9oJKONrMouFSQU0xMcXxj99ihAQwaqP3ZekRwNtIc=\n';
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
    vkey.replace('530d903a', '530D903A'),
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
    note.replace('foo ', 'foo  '),
    note.replace('foo ', 'fo+o '),
    note.replace('foo ', 'fo\u00a0o '),
    note.replace('foo Uw2', 'foo w2'),
    note.replace('QM=', 'QN='),
    note.replace('QM=', 'QM'),
    note.replace('QM=', 'QM=='),
    note.replace('Uw2', 'U\nw2'),
    note.replace('This', 'Th\tis'),
    note.replace('This', 'Th\0is'),
    note.replace('\n', '\r\n'),
    note.replace('This', '\ud800'),
    `${text}\n\n— a AAAAAA==\n`,
    `${text}\n\n${line.repeat(101)}`,
    `${'x'.repeat(65_536)}\n\n${line}`,
    `${'é'.repeat(32_760)}\n\n${line}`,
  ];
  for (const other of refused) assert.equal(readNote(other), null, JSON.stringify(other.slice(0, 80)));
  for (const other of [undefined, null, 5, {}, [note]]) assert.equal(readNote(other as string), null);
  assert.equal(readNote(`${text}\n\n${line.repeat(100)}`)?.signatures.length, 100);
});
