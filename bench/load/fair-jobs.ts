// Ten jobs of one organization, and then a small job of another one, which must not wait longer
// than it takes alone: from its creation to its result, alone and behind the ten. Jobs are videos
// signed in band: SECONDS=60 for each of the ten, 5 for the small one. Needs Debian's ffmpeg.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, openAsBlob, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@content-provenance/client';
import { makeApiKey, makeOwner } from '../../service/test-support/account.ts';
import { startRunningService } from '../../service/test-support/running-service.ts';
import { registerGenerator } from '../../service/test-support/signing-client.ts';
import { spawnService } from '../../service/test-support/spawned-service.ts';
import { formatTable, keepFigures } from '../measurement.ts';

const seconds = Number(process.env.SECONDS ?? 60);
const smallSeconds = 5;
const turns = 3;

const folder = mkdtempSync(join(tmpdir(), 'provenance-fair-jobs-'));
// It has the accounts and runs no job.
const door = await startRunningService({ settings: { JOB_WORKERS: '0' } });
const node = await spawnService({ ...door.settings, JOB_WORKERS: '2' });

try {
  const [many, small] = [await makeCaller(), await makeCaller()];
  const video = await makeVideo(seconds);
  const smallVideo = await makeVideo(smallSeconds);
  const alone: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) alone.push(await small.timeOf(smallVideo));
  const ten = await Promise.all(Array.from({ length: 10 }, () => many.create(video)));
  while ((await many.client.jobs.get(ten[0]!)).state !== 'running') await pause(100);
  const behind: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) behind.push(await small.timeOf(smallVideo));
  const unfinished = await Promise.all(ten.map((jobId) => many.client.jobs.get(jobId)));
  const left = unfinished.filter(({ finished_at }) => finished_at === null).length;
  if (left === 0) throw new Error('The ten jobs ended before the small ones. Use longer videos (SECONDS=…).');
  await Promise.all(ten.map((jobId) => many.client.jobs.cancel(jobId).catch(() => undefined)));
  const [own, delayed] = [median(alone), median(behind)];
  console.log(
    formatTable([
      ['small job of another organization', 'seconds'],
      ['alone', own.toFixed(1)],
      [`behind ten jobs, ${left} of them unfinished at the end`, delayed.toFixed(1)],
      ['delay / its own length (bar 1)', ((delayed - own) / own).toFixed(2)],
    ]),
  );
  console.log(`Figures: ${keepFigures('load-fair-jobs', { seconds, alone, behind, left })}`);
} finally {
  await node.kill();
  await door.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function makeCaller() {
  const { key } = await makeApiKey(door.live, await makeOwner(door, 'enterprise'));
  const generatorId = await registerGenerator(door.live, key);
  const client = createClient({ baseUrl: node.liveUrl, credential: key });
  const create = async (content: Blob) =>
    (await client.jobs.sign({ content, model: 'bench', generatorId, inBand: true })).job_id;
  return {
    client,
    create,
    async timeOf(content: Blob): Promise<number> {
      const start = performance.now();
      const { error } = await client.jobs.wait(await create(content));
      if (error) throw new Error(JSON.stringify(error));
      return (performance.now() - start) / 1_000;
    },
  };
}

async function makeVideo(length: number): Promise<Blob> {
  const path = join(folder, `${length}.mp4`);
  const input = ['-f', 'lavfi', '-i', `testsrc2=s=640x360:r=25:d=${length}`];
  const options = ['-c:v', 'libx264', '-preset', 'ultrafast'];
  execFileSync('ffmpeg', ['-v', 'error', ...input, ...options, path], { stdio: ['ignore', 'ignore', 'inherit'] });
  return openAsBlob(path);
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[values.length >> 1]!;
}
