// Project Wycheproof's ML-DSA-65 vectors, applied as wycheproof/mldsa.md says. node:crypto makes
// only hedged signatures, so an expected signature is verified, together with a fresh one of the
// same key and message.
import assert from 'node:assert/strict';
import { ml_dsa65 as oracle } from '@noble/post-quantum/ml-dsa.js';
import { publicKeyFromExpanded, verifyUnderContext } from '../../test-support/ml-dsa-keys.ts';
import { type SharedFolder, testWithShared } from '../../test-support/shared-folder.ts';
import { isMlDsaPublicKey, mlDsa65, publicKeyFromSeed, signMessage, verifySignature } from './ml-dsa.ts';

type Case = { tcId: number; msg?: string; ctx?: string; sig: string; result: 'valid' | 'invalid'; flags: string[] };
type Group = { publicKey: string | null; privateSeed?: string; privateKey?: string; tests: Case[] };

const hex = (text: string | null | undefined) => Buffer.from(text!, 'hex');

function readCases(shared: SharedFolder, name: string): (Case & Omit<Group, 'tests'>)[] {
  const { testGroups } = shared.json<{ testGroups: Group[] }>(`vectors/wycheproof/mldsa_65_${name}_test.json`);
  return testGroups.flatMap(({ tests, ...group }) => tests.map((each) => ({ ...group, ...each })));
}

testWithShared('Wycheproof verify: each of the 210 cases gets its verdict', async (shared) => {
  const tally = { verdict: 0, 'under a context': 0, 'wrong key size': 0 };
  for (const { tcId, publicKey, msg, ctx, sig, result } of readCases(shared, 'verify')) {
    const parts = [hex(publicKey), hex(msg), hex(sig)] as const;
    if (parts[0].length !== mlDsa65.publicKeySize) {
      assert.equal(result, 'invalid');
      await assert.rejects(verifySignature(...parts), RangeError, `case ${tcId}`);
      tally['wrong key size']++;
    } else if (ctx) {
      assert.equal(await verifySignature(...parts), false, `case ${tcId}: our context is empty`);
      assert.equal(acceptsUnderContext(...parts, hex(ctx)), result === 'valid', `case ${tcId}`);
      tally['under a context']++;
    } else {
      assert.equal(await verifySignature(...parts), result === 'valid', `case ${tcId}`);
      tally.verdict++;
    }
  }
  assert.deepEqual(tally, { verdict: 199, 'under a context': 7, 'wrong key size': 4 });
});

testWithShared('Wycheproof verify: keys under which anybody can sign are told apart from proper ones', (shared) => {
  const forgeable = readCases(shared, 'verify').filter(({ flags }) => flags.includes('ZeroPublicKey'));
  assert.equal(forgeable.length, 51);
  for (const { publicKey } of forgeable) assert.equal(isMlDsaPublicKey(hex(publicKey)), false);
  const proper = readCases(shared, 'sign_seed').filter(({ publicKey }) => publicKey);
  for (const { publicKey } of proper) assert.equal(isMlDsaPublicKey(hex(publicKey)), true);
});

testWithShared('Wycheproof sign from seed: 105 keys, their signatures and fresh ones', async (shared) => {
  const tally = { signed: 0, 'under a context': 0, 'only μ': 0, 'wrong seed size': 0 };
  for (const { tcId, privateSeed, publicKey, msg, ctx, sig, result } of readCases(shared, 'sign_seed')) {
    const seed = hex(privateSeed);
    if (seed.length !== mlDsa65.seedSize) {
      assert.equal(result, 'invalid');
      assert.throws(() => publicKeyFromSeed(seed), RangeError, `case ${tcId}`);
      tally['wrong seed size']++;
      continue;
    }
    assert.deepEqual(publicKeyFromSeed(seed), hex(publicKey), `case ${tcId}`);
    if (msg === undefined) {
      tally['only μ']++;
    } else if (ctx) {
      assert.equal(
        acceptsUnderContext(hex(publicKey), hex(msg), hex(sig), hex(ctx)),
        result === 'valid',
        `case ${tcId}`,
      );
      tally['under a context']++;
    } else {
      assert.equal(await verifySignature(hex(publicKey), hex(msg), hex(sig)), true, `case ${tcId}`);
      const fresh = await signMessage(seed, hex(msg));
      assert.equal(await verifySignature(hex(publicKey), hex(msg), fresh), true, `case ${tcId}`);
      assert.equal(oracle.verify(fresh, hex(msg), hex(publicKey)), true, `case ${tcId}`);
      tally.signed++;
    }
  }
  assert.deepEqual(tally, { signed: 81, 'under a context': 4, 'only μ': 17, 'wrong seed size': 3 });
});

testWithShared('Wycheproof sign from expanded keys, which we never import: 78 signatures and keys', async (shared) => {
  const tally = { verified: 0, 'under a context': 0, 'only μ': 0, 'bad key': 0 };
  for (const { tcId, privateKey, publicKey, msg, ctx, sig, result, flags } of readCases(shared, 'sign_noseed')) {
    if (flags.includes('IncorrectPrivateKeyLength') || flags.includes('InvalidPrivateKey')) {
      assert.throws(() => publicKeyFromExpanded(hex(privateKey)), `case ${tcId}`);
      tally['bad key']++;
      continue;
    }
    assert.deepEqual(publicKeyFromExpanded(hex(privateKey)), hex(publicKey), `case ${tcId}`);
    if (msg === undefined) {
      tally['only μ']++;
    } else if (ctx) {
      assert.equal(
        acceptsUnderContext(hex(publicKey), hex(msg), hex(sig), hex(ctx)),
        result === 'valid',
        `case ${tcId}`,
      );
      tally['under a context']++;
    } else {
      assert.equal(await verifySignature(hex(publicKey), hex(msg), hex(sig)), true, `case ${tcId}`);
      tally.verified++;
    }
  }
  assert.deepEqual(tally, { verified: 61, 'under a context': 3, 'only μ': 10, 'bad key': 4 });
});

// FIPS 204 §5.2: a longer context is an error, also in node:crypto.
function acceptsUnderContext(publicKey: Buffer, message: Buffer, signature: Buffer, context: Buffer): boolean {
  if (context.length <= 255) return verifyUnderContext(publicKey, message, signature, context);
  assert.throws(() => verifyUnderContext(publicKey, message, signature, context), /at most 255 bytes/);
  return false;
}
