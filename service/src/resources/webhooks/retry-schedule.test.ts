// The pauses between attempts, with the least and the most jitter, and what receivers can ask for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextAttemptAt } from './retry-schedule.ts';

const second = 1_000;
const hour = 3_600 * second;
const day = 24 * hour;

/** Seconds until the next attempt. */
function pauseAfter(attempts: number, retryAfter: string | null = null, random = 0, time = 0): number | undefined {
  const next = nextAttemptAt({ attempts, createdAt: 0, retryAfter }, time, () => random);
  return next === undefined ? undefined : (next - time) / second;
}

test('pauses grow up to an hour, and are a fifth longer at most', () => {
  const expected = [5, 30, 120, 600, 1_800, 3_600, 3_600];
  const all = [1, 2, 3, 4, 5, 6, 20];
  assert.deepEqual(
    all.map((attempts) => pauseAfter(attempts)),
    expected,
  );
  assert.deepEqual(
    all.map((attempts) => pauseAfter(attempts, null, 1)),
    expected.map((pause) => pause * 1.2),
  );
});

test('the last attempt is a day after the event, even if the service was away', () => {
  assert.equal(pauseAfter(30, null, 0, day - 10 * second), 10);
  assert.equal(pauseAfter(31, null, 0, day), undefined);
  assert.equal(pauseAfter(1, '3600', 0, 2 * day), undefined);
});

test('Retry-After only makes a pause longer, up to an hour, and nonsense is ignored', () => {
  assert.equal(pauseAfter(1, '60'), 60);
  assert.equal(pauseAfter(4, '60'), 600);
  assert.equal(pauseAfter(1, '9999999999'), 3_600);
  assert.equal(pauseAfter(1, new Date(90 * second).toUTCString()), 90);
  assert.equal(pauseAfter(1, new Date(0).toUTCString(), 0, hour), 5);
  for (const text of ['', '-60', '1e9', 'soon', '9'.repeat(400), '60, 60']) assert.equal(pauseAfter(1, text), 5, text);
});
