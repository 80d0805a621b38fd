// Notes and checkpoints as an attacker writes them. Our reader returns null and throws nothing.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import {
  ed25519Cosigner,
  ed25519Signer,
  mlDsa44Cosigner,
  openCheckpoint,
  readCheckpointBody,
  readNote,
  readVerifierKey,
  writeCheckpointBody,
} from '@content-provenance/engine/transparency';
import { keyId, signerFrom, verifierKey } from './independent/keys.ts';
import { noteSignature } from './independent/note.ts';

const origin = 'log.example/hostile';
const seed = randomBytes(32);
const log = ed25519Signer(origin, seed);
const post = mlDsa44Cosigner(origin, seed);
const witness = ed25519Cosigner('witness.example', seed);
const checkpoint = { origin, size: 700, root: randomBytes(32) };
const body = writeCheckpointBody(checkpoint);
const time = 1_790_000_000;
const line = log.sign(checkpoint, time);
const theirs = signerFrom(origin, 'ed25519', seed);
/** A note over any text with a valid signature of the log, as a careless log would sign it. */
const signText = (text: string) => `${text}\n${noteSignature(theirs, text)}`;
const open = (note: string) => openCheckpoint(note, [log.key, post.key], [witness.key]);

const unknownLine = (i: number) => `— other.example/${i} ${randomBytes(68).toString('base64')}\n`;

// Every code point with the property White_Space of Unicode 17, except those below U+0020.
const spaces = [
  0x20, 0x85, 0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a,
  0x2028, 0x2029, 0x202f, 0x205f, 0x3000,
].map((code) => String.fromCodePoint(code));

describe('signatures', () => {
  test('a note with 16 signatures is accepted, and one with thousands throws nothing', () => {
    const others = Array.from({ length: 15 }, (_, i) => unknownLine(i));
    assert.equal(open(`${body}\n${others.join('')}${line}`)?.signedBy.length, 1);
    const flood = Array.from({ length: 20_000 }, (_, i) => unknownLine(i)).join('');
    const opened = open(`${body}\n${flood}${line}`);
    assert.ok(opened === null || opened.signedBy.length === 1);
  });

  test('the same signature twice counts once', () => {
    const cosignature = witness.sign(checkpoint, time);
    const opened = open(`${body}\n${line}${line}${cosignature}${cosignature}${witness.sign(checkpoint, time + 1)}`);
    if (opened) {
      assert.equal(opened.signedBy.length, 1);
      assert.equal(opened.cosignedBy.length, 1);
    }
  });

  test('an unknown key with the name or the key ID of a known key is ignored', () => {
    const stranger = signerFrom(origin, 'ed25519', randomBytes(32));
    const sameName = noteSignature(stranger, body);
    const sameId = Buffer.concat([keyId(theirs), randomBytes(64)]).toString('base64');
    assert.equal(open(`${body}\n${sameName}${line}— log.example ${sameId}\n`)?.signedBy.length, 1);
    assert.equal(open(`${body}\n${sameName}`), null);
  });

  test('a broken signature of a known key is fatal, before and after a valid one', () => {
    const broken = `— ${origin} ${Buffer.concat([keyId(theirs), randomBytes(64)]).toString('base64')}\n`;
    assert.equal(open(`${body}\n${broken}`), null);
    assert.equal(open(`${body}\n${broken}${post.sign(checkpoint, time)}`), null);
    assert.equal(open(`${body}\n${post.sign(checkpoint, time)}${broken}`), null);
    const short = `— ${origin} ${Buffer.concat([keyId(theirs), randomBytes(63)]).toString('base64')}\n`;
    assert.equal(open(`${body}\n${short}${post.sign(checkpoint, time)}`), null);
  });

  test('the key of one log never signs for another log', () => {
    const other = ed25519Signer('log.example/other', randomBytes(32));
    const foreign = `${body}\n${other.sign(checkpoint, time)}`;
    assert.equal(openCheckpoint(foreign, [log.key, other.key]), null);
    assert.equal(openCheckpoint(foreign, [other.key]), null);
    const postOther = mlDsa44Cosigner('log.example/other', randomBytes(32));
    assert.equal(openCheckpoint(`${body}\n${postOther.sign(checkpoint, time)}`, [log.key, postOther.key]), null);
  });

  test('a witness alone does not sign for the log', () => {
    assert.equal(open(`${body}\n${witness.sign(checkpoint, time)}`), null);
  });

  test('a cosignature with a time of 2^63 or more is refused', () => {
    const signer = signerFrom('witness.example', 'ed25519-cosignature', seed);
    assert.equal(open(`${body}\n${line}${noteSignature(signer, body, 2n ** 63n)}`), null);
    assert.equal(open(`${body}\n${line}${noteSignature(signer, body, 2n ** 64n - 1n)}`), null);
    // Larger than a safe integer, but valid: anything except a wrong time.
    const odd = open(`${body}\n${line}${noteSignature(signer, body, 2n ** 53n + 1n)}`);
    assert.ok(odd === null || odd.cosignedBy.length === 0 || odd.cosignedBy[0]!.time === null);
  });
});

describe('names', () => {
  test('no name with a space or a plus is read, and every other sign is', () => {
    for (const space of [...spaces, '+']) {
      const name = `witness${space}example`;
      const key = verifierKey({ ...theirs, name });
      assert.equal(readVerifierKey(key), null, JSON.stringify(name));
      assert.equal(
        readNote(`${body}\n${line}— ${name} ${randomBytes(68).toString('base64')}\n`),
        null,
        JSON.stringify(name),
      );
    }
    for (const name of ['é.example', '—', '🂡.example', 'a=b', 'wiṫness', 'zero\u200bwidth', '\ufeffbom']) {
      assert.equal(readVerifierKey(verifierKey({ ...theirs, name }))?.name, name);
      assert.equal(readNote(`${body}\n${line}— ${name} ${randomBytes(68).toString('base64')}\n`)?.signatures.length, 2);
    }
  });

  test('names of one look but different bytes are different keys', () => {
    const composed = ed25519Signer('caf\u00e9.example', seed);
    const decomposed = 'cafe\u0301.example';
    const signed = { ...checkpoint, origin: 'caf\u00e9.example' };
    const note = `${writeCheckpointBody(signed)}\n${composed.sign(signed, time)}`;
    assert.ok(openCheckpoint(note, [composed.key]));
    assert.equal(openCheckpoint(note.replaceAll('caf\u00e9.example', decomposed), [composed.key]), null);
    assert.equal(openCheckpoint(note, [ed25519Signer(decomposed, seed).key]), null);
  });

  test('a name or an origin of 256 bytes cannot be signed with ML-DSA-44, and throws nothing when read', () => {
    for (const [name, signedOrigin] of [
      [`${'n'.repeat(256)}`, origin],
      [origin, 'o'.repeat(256)],
    ] as const) {
      assert.throws(() => mlDsa44Cosigner(name, seed).sign({ ...checkpoint, origin: signedOrigin }, time));
    }
    const long = { ...checkpoint, origin: 'ö'.repeat(128) };
    const key = { ...signerFrom(long.origin, 'ml-dsa-44', seed) };
    const read = readVerifierKey(verifierKey(key));
    const forged = `— ${long.origin} ${Buffer.concat([keyId(key), randomBytes(2428)]).toString('base64')}\n`;
    assert.equal(openCheckpoint(`${writeCheckpointBody(long)}\n${forged}`, read ? [read] : []), null);
  });
});

describe('spelling', () => {
  const root = checkpoint.root.toString('base64');
  const bodies = {
    CRLF: body.replaceAll('\n', '\r\n'),
    'a carriage return in the origin': body.replace(origin, `${origin}\r`),
    'a leading zero': body.replace('700', '0700'),
    'a plus sign': body.replace('700', '+700'),
    'a minus sign': body.replace('700', '-700'),
    'a minus zero': body.replace('700', '-0'),
    'an exponent': body.replace('700', '7e2'),
    hexadecimal: body.replace('700', '0x2bc'),
    'a fraction': body.replace('700', '700.0'),
    'a separator': body.replace('700', '7_00'),
    'spaces around the size': body.replace('700', ' 700'),
    'a space after the size': body.replace('700', '700 '),
    'digits of another script': body.replace('700', '٧٠٠'),
    'full-width digits': body.replace('700', '７００'),
    'no size': body.replace('700', ''),
    'the first unsafe integer': body.replace('700', String(2n ** 53n)),
    'the size 2^64': body.replace('700', String(2n ** 64n)),
    'a size of 400 digits': body.replace('700', '9'.repeat(400)),
    'no origin': body.replace(origin, ''),
    'no final newline': body.slice(0, -1),
    'two lines': `${origin}\n700\n`,
    'an empty extension line': `${body}\n`,
    'an empty extension line before another': `${body}\nextension\n`,
    'a root without padding': body.replace('=', ''),
    'a root with too much padding': body.replace('=', '=='),
    'a root with unused bits': body.replace(root, nonCanonical(root)),
    'a URL-safe root': body.replace(root, `-_${root.slice(2)}`),
    'a root with a space': body.replace(root, `${root} `),
    'a root of 31 bytes': body.replace(root, randomBytes(31).toString('base64')),
    'a root of 33 bytes': body.replace(root, randomBytes(33).toString('base64')),
    'a root in hexadecimal': body.replace(root, checkpoint.root.toString('hex')),
    'a tab': body.replace(origin, `${origin}\t`),
    'a zero byte': body.replace(origin, `${origin}\0`),
    'a lone surrogate': body.replace(origin, `${origin}\ud800`),
  };
  for (const [what, altered] of Object.entries(bodies)) {
    test(`${what} is refused, even if the log signed it`, () => {
      assert.notEqual(altered, body);
      assert.equal(readCheckpointBody(altered), null);
      assert.equal(open(signText(altered)), null);
    });
  }

  const [dash, name, base64] = line.trimEnd().split(' ');
  const lines = {
    'a hyphen': `- ${name} ${base64}\n`,
    'an en dash': `– ${name} ${base64}\n`,
    'two spaces after the dash': `${dash}  ${name} ${base64}\n`,
    'two spaces before the signature': `${dash} ${name}  ${base64}\n`,
    'a space at the end': `${dash} ${name} ${base64} \n`,
    'a word at the end': `${dash} ${name} ${base64} more\n`,
    CRLF: `${dash} ${name} ${base64}\r\n`,
    'no newline': `${dash} ${name} ${base64}`,
    'two newlines': `${dash} ${name} ${base64}\n\n`,
    'no name': `${dash}  ${base64}\n`,
    'no signature': `${dash} ${name} \n`,
    'no padding': `${dash} ${name} ${base64!.replace(/=+$/, '')}\n`,
    'unused bits': `${dash} ${name} ${nonCanonical(base64!)}\n`,
    'a URL-safe signature': `${dash} ${name} ${base64!.replace(/.$/, '-')}\n`,
    'a zero byte': `${dash} ${name} ${base64}\0\n`,
    'only a key ID': `${dash} ${name} ${keyId(theirs).toString('base64')}\n`,
    'three bytes': `${dash} ${name} AAAA\n`,
  };
  for (const [what, altered] of Object.entries(lines)) {
    test(`a signature line with ${what} is refused`, () => {
      assert.ok(open(`${body}\n${line}`));
      assert.equal(open(`${body}\n${altered}`), null);
    });
  }

  test('text in front of, between and after the parts is refused', () => {
    const note = `${body}\n${line}`;
    const hostile = [
      '',
      '\n',
      '\n\n',
      '\n\n\n',
      body,
      `${body}\n`,
      line,
      `\n${line}`,
      `\ufeff${note}`,
      ` ${note}`,
      `${note} `,
    ];
    for (const text of [...hostile, `${note}\n${note}`, `${note}trailing\n`, `\n${note}`, `${body}\n\n${line}`]) {
      assert.equal(open(text), null, JSON.stringify(text));
    }
  });

  test('megabytes of anything throw nothing', () => {
    for (const piece of ['\n', 'a', '— ', '— a AAAAAAAA\n', `${line}`, '=', '\u2028', '\ud800']) {
      const flood = piece.repeat(2_000_000 / piece.length);
      assert.equal(open(flood), null);
      assert.ok((open(`${body}\n${flood}`)?.signedBy.length ?? 0) <= (piece === line ? 1 : 0));
      assert.equal(readVerifierKey(flood), null);
    }
  });
});

test('ML-DSA-44 does not sign extension lines, so they do not come back as part of the checkpoint', () => {
  const extended = `${body}extension\n`;
  assert.equal(openCheckpoint(signText(extended), [log.key])?.checkpoint.size, 700);
  const opened = openCheckpoint(`${extended}\n${post.sign(checkpoint, time)}`, [post.key]);
  assert.deepEqual(opened && { ...opened.checkpoint, root: Buffer.from(opened.checkpoint.root) }, opened && checkpoint);
});

test('a checkpoint of size 0 has the root of the empty tree', () => {
  const empty = { origin, size: 0, root: Buffer.from('47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=', 'base64') };
  assert.equal(open(signText(writeCheckpointBody(empty)))?.checkpoint.size, 0);
});

/** The same bytes with other unused bits in the last character before the padding. */
function nonCanonical(text: string): string {
  const at = text.indexOf('=') - 1;
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const result = `${text.slice(0, at)}${alphabet[alphabet.indexOf(text[at]!) + 1]!}${text.slice(at + 1)}`;
  assert.deepEqual(Buffer.from(result, 'base64'), Buffer.from(text, 'base64'));
  return result;
}
