// The algorithm against NIST's values, parts against the joined bytes, the text form against other
// spellings.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatContentHash, isContentHash, sha3Digest } from './sha3.ts';

// NIST, "Cryptographic Standards and Guidelines: Example Values" (0, 24, 448 and 1600 bits) and the
// classic million of a's.
const known: [Uint8Array, string][] = [
  [Buffer.alloc(0), 'a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a'],
  [Buffer.from('abc'), '3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532'],
  [
    Buffer.from('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq'),
    '41c0dba2a9d6240849100376a8235e2c82e1b9998a999e21db32dd97496d3376',
  ],
  [Buffer.alloc(1e6, 'a'), '5c8875ae474a3634ba4fd55ec85bffd661f32aca75c6d699d0cdcb6c115891c1'],
  [Buffer.alloc(200, 0xa3), '79f38adec5c20307a98ef76e8324afbfd46cfd81b22e3973c65fa1bd9de31787'],
];

test('known messages give the digests that NIST published', () => {
  for (const [message, digest] of known) assert.equal(formatContentHash(sha3Digest(message)), `sha3-256:${digest}`);
});

test('parts give the digest of the joined bytes, for any cuts', () => {
  const whole = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251));
  const expected = sha3Digest(whole);
  for (const cut of [0, 1, 135, 136, 137, 999, 1000]) {
    const parts = [whole.subarray(0, cut), whole.subarray(cut)];
    assert.deepEqual(sha3Digest(...parts), expected);
  }
});

test('any other spelling of a content hash is refused', () => {
  const hex = known[0]![1];
  const spellings = [hex, `sha3-256:${hex.toUpperCase()}`, `SHA3-256:${hex}`, `sha3-256:${hex}\n`, ` sha3-256:${hex}`];
  const sizes = [`sha3-256:${hex.slice(1)}`, `sha3-256:${hex}0`, 'sha3-256:', '', `sha256:${hex}`];
  for (const value of [...spellings, ...sizes, null, undefined, 5, {}, [`sha3-256:${hex}`]]) {
    assert.equal(isContentHash(value), false, String(value));
  }
  assert.throws(() => formatContentHash(new Uint8Array(31)), RangeError);
});
