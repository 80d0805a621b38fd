// The limits that only thousands of guesses reach: what a botnet gains against one account, and
// what its owner keeps.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryStore } from '../../adapters/key-value/memory-store.ts';
import { createPasswordGuesses } from './password-guesses.ts';

const quarterHour = 15 * 60 * 1_000;

function makeAttacked() {
  let time = Date.now();
  const guesses = createPasswordGuesses(createMemoryStore(() => time));
  /** Whether the password was checked. */
  const attempt = async (address: string, isKnown = false, isRight = false): Promise<boolean> => {
    try {
      const guess = await guesses.begin({ account: 'owner', address, isKnown });
      await (isRight ? guess.right() : guess.wrong());
      return true;
    } catch (problem) {
      assert.equal((problem as { code?: string }).code, 'too_many_attempts');
      return false;
    }
  };
  const countPassed = async (addresses: readonly string[]) => {
    let passed = 0;
    for (const address of addresses) if (await attempt(address)) passed += 1;
    return passed;
  };
  const wait = (milliseconds: number) => {
    time += milliseconds;
  };
  return { attempt, countPassed, wait };
}

const anywhere = (count: number) =>
  Array.from({ length: count }, (_, place) => `${1 + (place >> 16)}.${(place >> 8) & 255}.${place & 255}.1`);

test('5,000 bots anywhere get 1,000 guesses, known networks stay open, and others open again after 15 minutes', async () => {
  const { attempt, countPassed, wait } = makeAttacked();
  assert.equal(await countPassed(anywhere(5_000)), 1_000);
  assert.equal(await attempt('203.0.113.1', false, true), false);
  assert.equal(await attempt('203.0.113.2', true, true), true);
  wait(quarterHour);
  assert.equal(await attempt('203.0.113.1', false, true), true);
});

test('all 65,536 networks of a /48 get 100 guesses, and refused ones do not close the account for others', async () => {
  const { attempt, countPassed } = makeAttacked();
  const networks = Array.from({ length: 65_536 }, (_, place) => `2001:db8:0:${place.toString(16)}::1`);
  assert.equal(await countPassed(networks), 100);
  assert.equal(await countPassed(anywhere(500)), 500, 'each has one guess');
  assert.equal(await attempt('203.0.113.1', false, true), true);
});

test('a known network has ten wrong guesses, whatever strangers do', async () => {
  const { attempt, countPassed } = makeAttacked();
  await countPassed(anywhere(2_000));
  const outcomes: boolean[] = [];
  for (let count = 0; count < 12; count += 1) outcomes.push(await attempt('203.0.113.2', true));
  assert.deepEqual(outcomes, [...Array(10).fill(true), false, false]);
});

test('a right password takes its guess back everywhere', async () => {
  const { attempt } = makeAttacked();
  for (let count = 0; count < 300; count += 1) assert.equal(await attempt('203.0.113.3', false, true), true);
});
