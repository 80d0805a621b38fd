// A limit ends after its time, not before, and a pause in between does not use it up.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startTimeLimit } from './time-limit.ts';

test('a limit ends once, after its time, and a canceled one does not', async () => {
  let ends = 0;
  const started = performance.now();
  const { promise, resolve } = Promise.withResolvers<void>();
  startTimeLimit(400, () => {
    ends += 1;
    resolve();
  });
  startTimeLimit(200, () => assert.fail('It was called off.'))();
  await promise;
  assert.ok(performance.now() - started >= 400);
  await wait(100);
  assert.equal(ends, 1);
});

test('a pause longer than the limit does not end it', async () => {
  let ended = false;
  startTimeLimit(800, () => {
    ended = true;
  });
  // As after SIGSTOP and SIGCONT: every timer of the process is late at once.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
  await wait(100);
  assert.equal(ended, false);
  while (!ended) await wait(20);
});
