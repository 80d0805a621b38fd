// A custodian that fails gets no calls for a while. A problem with one key does not count.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CustodyUnavailable, KeyUnavailable } from './custodian.ts';
import { createPauseAfterFailure } from './pause-after-failure.ts';

const failWith = (problem: Error) => async () => Promise.reject(problem);
const long = { firstMilliseconds: 3_600_000 };

test('after a failure, calls are refused without being made', async () => {
  const pause = createPauseAfterFailure(long);
  await assert.rejects(pause.run(failWith(new CustodyUnavailable('down'))), CustodyUnavailable);
  assert.equal(pause.state, 'away');
  await assert.rejects(
    pause.run(async () => assert.fail('It was called.')),
    (problem: Error) => /a moment ago/.test((problem.cause as Error).message),
  );
  assert.throws(pause.expectReady, CustodyUnavailable);
});

test('a problem with one key does not affect the others', async () => {
  const pause = createPauseAfterFailure(long);
  await assert.rejects(pause.run(failWith(new KeyUnavailable('no such key'))), KeyUnavailable);
  assert.deepEqual([pause.state, await pause.run(async () => 'signed')], ['ok', 'signed']);
});

test('the first call after the pause decides, and both changes are reported', async () => {
  const changes: unknown[] = [];
  const pause = createPauseAfterFailure({
    firstMilliseconds: 0,
    onChange: (problem) => changes.push(problem === null),
  });
  await assert.rejects(pause.run(failWith(new CustodyUnavailable('down'))));
  assert.equal(await pause.run(async () => 'signed'), 'signed');
  assert.deepEqual([pause.state, changes], ['ok', [false, true]]);
});

test('calls beyond the limit are refused', async () => {
  const pause = createPauseAfterFailure({ mostInProgress: 1 });
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = pause.run(() => promise);
  await assert.rejects(
    pause.run(async () => 'second'),
    CustodyUnavailable,
  );
  assert.equal(pause.state, 'ok');
  resolve('first');
  assert.equal(await first, 'first');
});
