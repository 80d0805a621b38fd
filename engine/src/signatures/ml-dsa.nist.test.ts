// NIST's ACVP vectors and the FIPS 204 known-answer file. node:crypto makes only hedged signatures,
// so an expected signature is not reproduced but verified. Cases that our pure, empty-context
// functions do not support are counted, and must not pass as ours.
import assert from 'node:assert/strict';
import { publicKeyFromExpanded, verifyUnderContext } from '../../test-support/ml-dsa-keys.ts';
import { type SharedFolder, testWithShared } from '../../test-support/shared-folder.ts';
import { publicKeyFromSeed, signMessage, verifySignature } from './ml-dsa.ts';

type Group = {
  signatureInterface?: 'internal' | 'external';
  preHash?: 'pure' | 'preHash';
  externalMu?: boolean;
  tests: Case[];
};
type Case = {
  tcId: number;
  seed?: string;
  sk?: string;
  pk?: string;
  message?: string;
  context?: string;
  signature?: string;
  expected: { pk?: string; signature?: string; testPassed?: boolean };
};
type Tally = Record<'served' | 'context' | 'preHash' | 'internal' | 'externalMu', number>;

const hex = (text: string | undefined) => Buffer.from(text!, 'hex');

testWithShared(
  'ACVP keyGen: all 25 seeds give the expected public key, which accepts what the seed signs',
  async (shared) => {
    const cases = readGroups(shared, 'keyGen-FIPS204').flatMap(({ tests }) => tests);
    assert.equal(cases.length, 25);
    for (const { tcId, seed, expected } of cases) {
      assert.deepEqual(publicKeyFromSeed(hex(seed)), hex(expected.pk), `case ${tcId}`);
      const signature = await signMessage(hex(seed), hex(seed));
      assert.equal(await verifySignature(hex(expected.pk), hex(seed), signature), true, `case ${tcId}`);
    }
  },
);

testWithShared('ACVP sigVer: pure cases get the expected verdict, all other interfaces are refused', async (shared) => {
  const tally = await judgeAll(readGroups(shared, 'sigVer-FIPS204'));
  assert.deepEqual(tally, { served: 1, context: 14, preHash: 15, internal: 15, externalMu: 15 });
});

testWithShared(
  'ACVP sigGen: expected signatures verify where pure, all other interfaces are refused',
  async (shared) => {
    const tally = await judgeAll(readGroups(shared, 'sigGen-FIPS204'));
    assert.deepEqual(tally, { served: 2, context: 28, preHash: 30, internal: 30, externalMu: 30 });
  },
);

testWithShared('ACVP sigGen tr1: the same, from seeds and from expanded keys', async (shared) => {
  const tally = await judgeAll(readGroups(shared, 'sigGen-FIPS204-tr1'));
  assert.deepEqual(tally, { served: 4, context: 56, preHash: 60, internal: 60, externalMu: 60 });
});

testWithShared(
  'FIPS 204 KAT: 100 seeds give their public keys; the signatures hold under their context only',
  async (shared) => {
    const blocks = shared
      .text('vectors/fips204-kat/kat_MLDSA_65_det_pure.rsp')
      .split(/^count = /m)
      .slice(1);
    assert.equal(blocks.length, 100);
    for (const block of blocks) {
      const field = (name: string) => hex(new RegExp(`^${name} = (.*)$`, 'm').exec(block)?.[1]);
      const [publicKey, message, signed, context] = [field('pk'), field('msg'), field('sm'), field('ctx')];
      const signature = signed.subarray(0, signed.length - message.length);
      assert.deepEqual(publicKeyFromSeed(field('xi')), publicKey);
      assert.equal(verifyUnderContext(publicKey, message, signature, context), true);
      assert.equal(await verifySignature(publicKey, message, signature), false);
    }
  },
);

function readGroups(shared: SharedFolder, name: string): Group[] {
  return shared.json<{ testGroups: Group[] }>(`vectors/nist-acvp/ML-DSA-65-${name}.json`).testGroups;
}

async function judgeAll(groups: Group[]): Promise<Tally> {
  const tally: Tally = { served: 0, context: 0, preHash: 0, internal: 0, externalMu: 0 };
  for (const group of groups) {
    for (const each of group.tests) tally[await judge(group, each)]++;
  }
  return tally;
}

/** Says which interface the case is about, after all possible checks. */
async function judge(group: Group, each: Case): Promise<keyof Tally> {
  const publicKey = publicKeyOf(each);
  // The external μ replaces the message, so there is no message to pass to us.
  if (group.externalMu) return 'externalMu';
  const [message, signature] = [hex(each.message), hex(each.signature ?? each.expected.signature)];
  const accepted = await verifySignature(publicKey, message, signature);
  const expected = each.expected.testPassed ?? true;
  const pure = group.signatureInterface === 'external' && group.preHash === 'pure';
  if (pure && each.context === '') {
    assert.equal(accepted, expected, `case ${each.tcId}`);
    return 'served';
  }
  assert.equal(accepted, false, `case ${each.tcId} is not ours to accept`);
  if (!pure) return group.signatureInterface === 'internal' ? 'internal' : 'preHash';
  assert.equal(verifyUnderContext(publicKey, message, signature, hex(each.context)), expected, `case ${each.tcId}`);
  return 'context';
}

function publicKeyOf({ pk, seed, sk }: Case): Buffer {
  if (pk) return hex(pk);
  return seed ? Buffer.from(publicKeyFromSeed(hex(seed))) : publicKeyFromExpanded(hex(sk));
}
