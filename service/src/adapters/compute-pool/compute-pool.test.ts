// The two lanes with real processes: light work continues while every heavy process is blocked,
// work that turns out to need a search gets a full one, and a process that dies or takes too long
// costs one task.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { getPriority } from 'node:os';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { verify } from '@content-provenance/engine';
import sharp from 'sharp';
import { childrenOf, commandOf } from '../../../test-support/process-tree.ts';
import { longTest } from '../../../test-support/test-run.ts';
import { type ComputePoolOptions, createComputePool, OutOfTime, WorkInterrupted } from './compute-pool.ts';

const nothingKnown = {
  findGeneratorStatus: async () => null,
  findByToken: async () => 'invalid' as const,
  findByWatermarkId: async () => null,
  findSimilar: async () => [],
  findBySound: async () => [],
  findTokenRecordId: async () => null,
  findManifestRecordId: async () => null,
  isManifestDelivery: async () => false,
  hasSound: async () => false,
  isCutFrom: async () => false,
  findByText: async () => [],
  compareText: async () => null,
  beginSearch: async () => undefined,
};
const caller = 'someone';
const request = { generatorId: 'gen_1', model: 'm', watermarkId: '00000000000000a1', token: 'cp_token' };
const picture = await sharp(randomBytes(160 * 160 * 3), { raw: { width: 160, height: 160, channels: 3 } })
  .jpeg()
  .toBuffer();

test('text is verified while a picture blocks the only heavy process, and pictures without a mark wait for it', async (t) => {
  const pool = createPool(t);
  const held = Promise.withResolvers<Uint8Array>();
  const signing = begin(pool, () => held.promise);
  await signing.begun;

  const read = await pool.verify(Buffer.from('A text.'), {}, nothingKnown, caller);
  assert.equal(read.format, 'text');
  const seeking = pool.verify(picture, {}, nothingKnown, caller);
  await becomes(() => pool.lanes.heavy.waiting === 1);
  assert.deepEqual(computeProcesses().map(niceness).sort(), [1, 3]);

  held.reject(new Error('The signer is gone.'));
  await assert.rejects(signing.end, /signer is gone/);
  assert.deepEqual(await seeking, await verify(picture, {}, nothingKnown));
  assert.equal(computeProcesses().length, 2, 'a port that fails costs no process');
});

longTest('a process that is killed or crashes interrupts its task, and the next task gets a new one', async (t) => {
  const pool = createPool(t);
  for (const signal of ['SIGKILL', 'SIGABRT', 'SIGSEGV'] as const) {
    const signing = begin(pool, () => new Promise(() => {}));
    await signing.begun;
    const heavy = computeProcesses().find((pid) => niceness(pid) === 3)!;
    process.kill(heavy, signal);
    await assert.rejects(signing.end, (problem: Error) => {
      assert.ok(problem instanceof WorkInterrupted);
      assert.match(String(problem.cause), new RegExp(signal));
      return true;
    });
    assert.equal((await pool.verify(picture, {}, nothingKnown, caller)).format, 'image');
    assert.ok(!computeProcesses().includes(heavy));
  }
});

test('a task that takes too long ends with its process, even in the middle of work', async (t) => {
  const pool = createPool(t, { taskMilliseconds: 1_000 });
  await assert.rejects(begin(pool, () => new Promise(() => {})).end, OutOfTime);
  // Searching it takes several seconds, all in WebAssembly and native code.
  const raw = { width: 4_000, height: 4_000, channels: 3 } as const;
  const large = await sharp(randomBytes(raw.width * raw.height * 3), { raw })
    .jpeg()
    .toBuffer();
  await assert.rejects(pool.verify(large, {}, nothingKnown, caller), OutOfTime);
  await becomes(() => computeProcesses().length === 0);
});

test('a closed pool leaves no process behind', async () => {
  const pool = createComputePool({ processes: 1, decodes: false, neural: false });
  await pool.ping();
  assert.equal(computeProcesses().length, 1);
  await pool.close();
  assert.deepEqual(computeProcesses(), []);
});

function createPool(t: TestContext, options: ComputePoolOptions = {}) {
  const pool = createComputePool({ processes: 1, decodes: false, neural: false, ...options });
  t.after(() => pool.close());
  return pool;
}

/** A signing task that has reached its signature, which `sign` can delay. */
function begin(pool: ReturnType<typeof createComputePool>, sign: () => Promise<Uint8Array>) {
  const { promise: begun, resolve } = Promise.withResolvers<void>();
  const signer = {
    sign: () => {
      resolve();
      return sign();
    },
  };
  const end = pool.sign([{ bytes: picture, request, signer }], caller).then(([signed]) => {
    if (signed!.status === 'rejected') throw signed!.reason;
    return signed!.value;
  });
  return { begun, end };
}

function computeProcesses(): number[] {
  return childrenOf(process.pid).filter((pid) => commandOf(pid).includes('compute-pool/program'));
}

function niceness(pid: number): number {
  return getPriority(pid) - getPriority();
}

async function becomes(condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 3_000 && !condition(); tries += 1) await pause(10);
  assert.ok(condition());
}
