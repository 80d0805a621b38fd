// Proves that the lattice arithmetic leaves the event loop's thread. The test compares CPU time and
// not the clock, so that a busy machine cannot fail it. On the event loop's thread, the share below
// would be close to 1.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { publicKeyFromSeed, signMessage, verifySignature } from './ml-dsa.ts';

const seed = Buffer.alloc(32, 7);
const publicKey = publicKeyFromSeed(seed);
const message = Buffer.from('signed by the engine');

test('200 simultaneous verifications run outside the event loop', async (context) => {
  const signature = await signMessage(seed, message);
  const share = await shareOfEventLoopThread(context, 200, () => verifySignature(publicKey, message, signature));
  assert.ok(share < 0.5, `the event loop's thread did ${share} of the work`);
});

test('100 simultaneous signatures run outside the event loop', async (context) => {
  const share = await shareOfEventLoopThread(context, 100, () => signMessage(seed, message));
  assert.ok(share < 0.5, `the event loop's thread did ${share} of the work`);
});

async function shareOfEventLoopThread(
  context: TestContext,
  count: number,
  work: () => Promise<unknown>,
): Promise<number> {
  // Until the code is warm, the compiler's own work would count for the event loop's thread.
  for (let round = 0; round < 50; round++) await work();
  const [process0, thread0, start] = [process.cpuUsage(), process.threadCpuUsage(), performance.now()];
  await Promise.all(Array.from({ length: count }, work));
  const milliseconds = performance.now() - start;
  const total = inMilliseconds(process.cpuUsage(process0));
  const share = inMilliseconds(process.threadCpuUsage(thread0)) / total;
  context.diagnostic(
    `${Math.round((count / milliseconds) * 1000)}/s, ${(total / milliseconds).toFixed(2)} cores busy, ` +
      `${(share * 100).toFixed(0)} % of the CPU time on the event loop's thread`,
  );
  return share;
}

function inMilliseconds(usage: NodeJS.CpuUsage): number {
  return (usage.user + usage.system) / 1000;
}
