import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { mayBeRealtime, policies } from '../../../test-support/policy-of.ts';
import type { Asked, Told } from '../../../test-support/policy-thread.ts';

const { ordinary, roundRobin } = policies;
const onLinux = { skip: process.platform !== 'linux' && 'policies of threads are Linux’s' };

/** In a thread of its own, since a policy stays with the thread that took it. */
async function tell(asked: Asked, path = process.env.PATH ?? ''): Promise<Told> {
  const file = new URL('../../../test-support/policy-thread.ts', import.meta.url);
  const [told] = await once(new Worker(file, { workerData: asked, env: { PATH: path } }), 'message');
  return told as Told;
}

test(
  'a thread that is to go before others does where it may, and says whether; what it starts is ordinary',
  onLinux,
  async () => {
    const own = mayBeRealtime ? roundRobin : ordinary;
    assert.deepEqual(await tell('runBeforeOthers'), { said: mayBeRealtime, own, started: ordinary });
  },
);

test('without chrt a thread stays as it is, and says so', onLinux, async () => {
  assert.deepEqual(await tell('runBeforeOthers', ''), { said: false, own: ordinary, started: ordinary });
});
