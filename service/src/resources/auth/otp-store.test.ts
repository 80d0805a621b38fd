// How long challenges and failed attempts are kept.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryStore } from '../../adapters/key-value/memory-store.ts';
import { createOtpStore } from './otp-store.ts';

const minute = 60_000;

test('a challenge and a setup last ten minutes', async () => {
  let time = 0;
  const store = createOtpStore(createMemoryStore(() => time));
  await store.putChallenge('hash', { userId: 'usr_1', sessionGeneration: 0, method: 'totp' });
  await store.putSetup('usr_1', { method: 'email', codeHash: 'code' });
  time = 10 * minute - 1;
  assert.deepEqual(await store.findChallenge('hash'), { userId: 'usr_1', sessionGeneration: 0, method: 'totp' });
  assert.deepEqual(await store.findSetup('usr_1'), { method: 'email', codeHash: 'code' });
  time = 10 * minute;
  assert.equal(await store.findChallenge('hash'), undefined);
  assert.equal(await store.findSetup('usr_1'), undefined);
});

test('failed attempts of an account are forgotten 15 minutes after the first', async () => {
  let time = 0;
  const store = createOtpStore(createMemoryStore(() => time));
  assert.equal(await store.countAttempt('usr_1'), 1);
  time = 15 * minute - 1;
  assert.equal(await store.countAttempt('usr_1'), 2);
  assert.equal(await store.countAttempt('usr_2'), 1);
  time = 15 * minute;
  assert.equal(await store.countAttempt('usr_1'), 1);
});
