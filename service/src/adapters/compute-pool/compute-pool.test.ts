// The two lanes with real threads: light work goes on while every heavy thread is held, and what turns out to need a search
// gets it, whole.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { verify } from '@content-provenance/engine';
import sharp from 'sharp';
import { createComputePool } from './compute-pool.ts';

const nothingKnown = {
  readToken: () => ({ status: 'invalid' }) as never,
  findGeneratorStatus: async () => null,
  findByRecordId: async () => null,
  findByWatermarkId: async () => null,
  findSimilar: async () => [],
  findBySound: async () => [],
};
const request = { generatorId: 'gen_1', model: 'm', watermarkId: '00000000000000a1', token: 'cp_token' };

test('text is verified while a picture holds the only heavy thread; pictures without a mark wait for it', async (t) => {
  const pool = createComputePool({ threads: 1, decoder: null, neural: false });
  t.after(() => pool.close());
  const picture = await sharp(randomBytes(160 * 160 * 3), { raw: { width: 160, height: 160, channels: 3 } })
    .jpeg()
    .toBuffer();
  const held = Promise.withResolvers<Uint8Array>();
  const begun = Promise.withResolvers<void>();
  const sign = () => {
    begun.resolve();
    return held.promise;
  };
  const signing = pool.sign(new Uint8Array(picture), request, { sign }).catch((problem: Error) => problem);
  await begun.promise;

  const text = new Uint8Array(Buffer.from('A text.'));
  const read = await pool.verify(text, {}, nothingKnown);
  assert.equal(read.format, 'text');
  const seeking = pool.verify(new Uint8Array(picture), {}, nothingKnown);
  await becomes(() => pool.waiting === 1);
  if (process.platform === 'linux') assert.ok(nicenessOfThreads().includes(getPriority() + 3));

  held.reject(new Error('The signer is gone.'));
  assert.match(String(await signing), /signer is gone/);
  assert.deepEqual(await seeking, await verify(picture, {}, nothingKnown));
});

async function becomes(condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 3_000 && !condition(); tries += 1) await pause(10);
  assert.ok(condition());
}

/** proc(5): the field 19 of each thread. */
function nicenessOfThreads(): number[] {
  const stats = readdirSync('/proc/self/task').map((id) => readFileSync(`/proc/self/task/${id}/stat`, 'utf8'));
  return stats.map((stat) => Number(stat.replace(/^.*\) /s, '').split(' ')[16]));
}
