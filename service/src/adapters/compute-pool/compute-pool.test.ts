// The two lanes with real threads: light work goes on while every heavy thread is held, and what turns out to need a search
// gets it, whole.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { availableParallelism, getPriority } from 'node:os';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { verify } from '@content-provenance/engine';
import sharp from 'sharp';
import { nicenessOf, policies, policyOf } from '../../../test-support/policy-of.ts';
import { createComputePool } from './compute-pool.ts';

const nothingKnown = {
  findGeneratorStatus: async () => null,
  findByToken: async () => 'invalid' as const,
  findByWatermarkId: async () => null,
  findSimilar: async () => [],
  findBySound: async () => [],
  findTokenRecordId: async () => null,
  beginSearch: async () => undefined,
};
const caller = 'someone';
/** More than a lane has before it counts as held up. */
const patience = 3_200;
const request = { generatorId: 'gen_1', model: 'm', watermarkId: '00000000000000a1', token: 'cp_token' };

test('text is verified while a picture holds the only heavy thread; pictures without a mark wait for it', async (t) => {
  const pool = createComputePool({ threads: 1, decoder: null, neural: false });
  t.after(() => pool.close());
  const picture = await noise();
  const held = Promise.withResolvers<Uint8Array>();
  const begun = Promise.withResolvers<void>();
  const sign = () => {
    begun.resolve();
    return held.promise;
  };
  const signing = pool.sign(new Uint8Array(picture), request, { sign }, caller).catch((problem: Error) => problem);
  await begun.promise;

  const text = new Uint8Array(Buffer.from('A text.'));
  const read = await pool.verify(text, {}, nothingKnown, caller);
  assert.equal(read.format, 'text');
  const seeking = pool.verify(new Uint8Array(picture), {}, nothingKnown, caller);
  await becomes(() => pool.waiting === 1);
  if (process.platform === 'linux')
    assert.ok(
      threads()
        .map(nicenessOf)
        .includes(getPriority() + 3),
    );

  held.reject(new Error('The signer is gone.'));
  assert.match(String(await signing), /signer is gone/);
  assert.deepEqual(await seeking, await verify(picture, {}, nothingKnown));
});

const canBeIdle = availableParallelism() > 1 && spawnSync('chrt', ['-p', String(process.pid)]).status === 0;
const idleThreads = { skip: !canBeIdle && 'needs two cores, Linux and chrt' };

test(
  'heavy threads that are to be idle are, and a signing that stands still takes a place from light work',
  idleThreads,
  async (t) => {
    const pool = createComputePool({ threads: 2, decoder: null, neural: false, heavyNiceness: 'idle' });
    t.after(() => pool.close());
    const held = Promise.withResolvers<Uint8Array>();
    const begun = Promise.withResolvers<void>();
    const sign = () => {
      begun.resolve();
      return held.promise;
    };
    const signing = pool
      .sign(new Uint8Array(await noise()), request, { sign }, caller)
      .catch((problem: Error) => problem);
    await begun.promise;
    assert.equal(threads().filter((thread) => policyOf(thread) === policies.idle).length, 1);

    // Each keeps its thread until it is told whether the token is real.
    let asked = 0;
    const answer = Promise.withResolvers<'invalid'>();
    const findByToken = () => {
      asked += 1;
      return answer.promise;
    };
    const text = () => new Uint8Array(Buffer.from('A text.'));
    const look = () => pool.verify(text(), { token: 'cp_unknown' }, { ...nothingKnown, findByToken }, caller);
    await pause(patience);
    const looks = [look(), look(), look()];
    await becomes(() => asked === 1);
    assert.equal(pool.waiting, 2);
    held.reject(new Error('The signer is gone.'));
    assert.match(String(await signing), /signer is gone/);
    looks.push(look());
    answer.resolve('invalid');
    for (const { format } of await Promise.all(looks)) assert.equal(format, 'text');
  },
);

async function noise(): Promise<Buffer> {
  return sharp(randomBytes(160 * 160 * 3), { raw: { width: 160, height: 160, channels: 3 } })
    .jpeg()
    .toBuffer();
}

async function becomes(condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 3_000 && !condition(); tries += 1) await pause(10);
  assert.ok(condition());
}

/** proc(5): a field of each thread, counted from the third, which follows the name. */
/** Of this process, as folders of proc(5). */
function threads(): string[] {
  return readdirSync('/proc/self/task').map((id) => `/proc/self/task/${id}`);
}
