// Jobs with large videos while processes die: an MP4 of 2 GB (MEGABYTES=…), and a 1080p video of
// ten minutes signed in band (MINUTES=…; 0: none). Each job loses its process once and its whole
// node once. It prints the memory of the node, and of the node with all its processes. Bars: the
// node stays below 1 GiB, and the file is whole, has one record and is verified. Needs Debian's
// ffmpeg.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, openAsBlob, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient, type Job } from '@content-provenance/client';
import { makeApiKey, makeOwner } from '../../service/test-support/account.ts';
import { childrenOf, commandOf, residentBytes, residentBytesOf } from '../../service/test-support/process-tree.ts';
import { startRunningService } from '../../service/test-support/running-service.ts';
import { registerGenerator } from '../../service/test-support/signing-client.ts';
import { type SpawnedService, spawnService } from '../../service/test-support/spawned-service.ts';
import { formatTable, keepFigures } from '../measurement.ts';

const megabytes = Number(process.env.MEGABYTES ?? 2_048);
const minutes = Number(process.env.MINUTES ?? 10);
const mebibyte = 1024 ** 2;
const most = 1024 * mebibyte;

const folder = mkdtempSync(join(tmpdir(), 'provenance-jobs-'));
// It has the accounts, runs no job, and outlives the nodes.
const door = await startRunningService({ settings: { JOB_WORKERS: '0' } });
let node: SpawnedService = await startNode();
const peak = { node: 0, all: 0 };
const sampling = setInterval(() => {
  const pid = node.process.pid!;
  peak.node = Math.max(peak.node, residentBytesOf(pid));
  peak.all = Math.max(peak.all, residentBytes(pid));
}, 200);

try {
  const owner = await makeOwner(door, 'enterprise');
  const { key } = await makeApiKey(door.live, owner);
  const generatorId = await registerGenerator(door.live, key);
  // The node itself takes the parts, so that its memory includes them.
  const clientOf = () => createClient({ baseUrl: node.liveUrl, credential: key });
  const rows: string[][] = [['', 'MB', 'seconds', 'node MiB', 'with processes MiB']];
  const cases = [
    ...(megabytes > 0 ? [{ name: `MP4 of ${megabytes} MB`, path: makeLarge(), inBand: false }] : []),
    ...(minutes > 0 ? [{ name: `${minutes} minutes in band`, path: makeLong(), inBand: true }] : []),
  ];
  for (const { name, path, inBand } of cases) {
    Object.assign(peak, { node: 0, all: 0 });
    const content = await openAsBlob(path);
    const start = performance.now();
    const { job_id } = await clientOf().jobs.sign({ content, model: 'bench', generatorId, inBand });
    await killAt(0.1, job_id, async () => {
      const process = childrenOf(node.process.pid!).findLast((pid) => commandOf(pid).includes('program.ts'));
      if (process !== undefined) globalThis.process.kill(process, 'SIGKILL');
    });
    await killAt(0.4, job_id, async () => {
      await node.kill();
      node = await startNode();
    });
    const job = await clientOf().jobs.wait(job_id);
    const seconds = (performance.now() - start) / 1_000;
    await expectWhole(job);
    assert.ok(peak.node < most, `The node used ${peak.node / mebibyte} MiB.`);
    const inMebibytes = (bytes: number) => (bytes / mebibyte).toFixed(0);
    rows.push([name, inMebibytes(content.size), seconds.toFixed(0), inMebibytes(peak.node), inMebibytes(peak.all)]);
  }
  console.log(formatTable(rows));
  console.log(`Figures: ${keepFigures('load-jobs', { megabytes, minutes, rows })}`);

  /** Waits for this progress. A job that ended before is fine. */
  async function killAt(progress: number, jobId: string, kill: () => Promise<void>): Promise<void> {
    for (;;) {
      const job = await clientOf().jobs.get(jobId);
      if (job.finished_at !== null) return console.log(`The job ended before it could be killed at ${progress}.`);
      if (job.state === 'running' && job.progress >= progress) return kill();
      await pause(200);
    }
  }

  async function expectWhole({ job_id, error, signed }: Job): Promise<void> {
    assert.equal(error, null, JSON.stringify(error));
    const { size, sha256, record_id } = signed!;
    const hash = createHash('sha256');
    const pieces: Blob[] = [];
    for (let at = 0; at < size; at += 16 * mebibyte) {
      const piece = await clientOf().jobs.read(job_id, at, Math.min(size, at + 16 * mebibyte));
      hash.update(new Uint8Array(await piece.arrayBuffer()));
      pieces.push(piece);
    }
    assert.equal(hash.digest('hex'), sha256);
    const stored = door.database.read.selectFrom('records').select('record_id').where('org_id', '=', owner.orgId);
    assert.equal((await stored.where('record_id', '=', record_id).execute()).length, 1);
    const verified = await clientOf().jobs.verify({ content: new Blob(pieces) });
    const { verification } = await clientOf().jobs.wait(verified.job_id);
    assert.equal(verification?.authentic, true);
  }
} finally {
  clearInterval(sampling);
  await node.kill();
  await door.stop();
  rmSync(folder, { recursive: true, force: true });
}

function startNode(): Promise<SpawnedService> {
  return spawnService({ ...door.settings, JOB_WORKERS: '2' });
}

function ffmpeg(...words: string[]): void {
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...words], { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** A short clip again and again, until the file has its size. */
function makeLarge(): string {
  const [clip, path] = [join(folder, 'clip.mp4'), join(folder, 'large.mp4')];
  ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=1280x720:r=30:d=2,noise=alls=60:allf=t', '-c:v', 'mjpeg', '-q:v', '2', clip);
  ffmpeg('-stream_loop', '-1', '-i', clip, '-c', 'copy', '-fs', String(megabytes * 1_000_000), path);
  return path;
}

function makeLong(): string {
  const path = join(folder, 'long.mp4');
  const picture = `testsrc2=s=1920x1080:r=30:d=${minutes * 60}`;
  const sound = `sine=f=440:d=${minutes * 60}`;
  ffmpeg('-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', sound, '-c:v', 'libx264', '-preset', 'ultrafast', path);
  return path;
}
