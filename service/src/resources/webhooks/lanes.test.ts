// A limited number at once for each name, in the order of arrival. Failed work frees its place.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createLanes } from './lanes.ts';

test('each name has its own limit, and failures do not block a lane', async () => {
  const lanes = createLanes(2);
  const started: string[] = [];
  const open = new Map<string, (failed: boolean) => void>();
  const work = (lane: string, name: string) =>
    lanes.run(lane, () => {
      started.push(name);
      return new Promise<string>((resolve, reject) => {
        open.set(name, (failed) => (failed ? reject(new Error(name)) : resolve(name)));
      });
    });
  const settled = Promise.allSettled([...'abcde'].map((name) => work('one', name)).concat(work('two', 'z')));
  await setImmediate();
  assert.deepEqual(started, ['a', 'b', 'z']);
  open.get('b')!(true);
  await setImmediate();
  assert.deepEqual(started, ['a', 'b', 'z', 'c']);
  for (const name of 'azc') open.get(name)!(false);
  await setImmediate();
  assert.deepEqual(started, ['a', 'b', 'z', 'c', 'd', 'e']);
  for (const name of 'de') open.get(name)!(false);
  const outcomes = (await settled).map((each) => (each.status === 'fulfilled' ? each.value : 'failed'));
  assert.deepEqual(outcomes, ['a', 'failed', 'c', 'd', 'e', 'z']);
  const again = work('one', 'f');
  await setImmediate();
  open.get('f')!(false);
  assert.equal(await again, 'f');
});
