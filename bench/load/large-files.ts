// Files that do not fit into memory: a 2 GB MP4 signed and verified, and a 1080p video signed in
// band by an attempt that is killed halfway and by a second one. Prints the time of each step and
// the most memory of its processes together. Usage: node bench/load/large-files.ts   (needs ffmpeg
// and ../shared; GIGABYTES=2 SECONDS=60)
import { fork, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatTable, keepFigures } from '../measurement.ts';

const gigabytes = Number(process.env.GIGABYTES ?? 2);
const seconds = Number(process.env.SECONDS ?? 60);
const clip = join(import.meta.dirname, '../../../shared/media/video/birds.mp4');
const pageSize = 4096;
const sampleMilliseconds = 100;

interface Step {
  readonly step: string;
  readonly seconds: number;
  readonly megabytes: number;
  readonly says: string;
}

const folder = mkdtempSync(join(tmpdir(), 'large-files-'));
const steps: Step[] = [];
try {
  if (gigabytes > 0) {
    const times = Math.ceil((gigabytes * 1e9) / statSync(clip).size) - 1;
    const large = make('large.mp4', ['-stream_loop', String(times), '-i', clip, '-c', 'copy']);
    steps.push(...(await attempt(`${(statSync(large).size / 1e9).toFixed(1)} GB`, large, 'token')));
  }
  if (seconds > 0) {
    const length = ['-t', String(seconds)];
    const pictures = ['-vf', 'scale=1920:1080', '-c:v', 'libx264', '-preset', 'veryfast'];
    const noise = ['-f', 'lavfi', '-i', 'anoisesrc=c=pink:a=0.3:r=48000', '-map', '0:v', '-map', '1:a', '-c:a', 'aac'];
    const hd = make('hd.mp4', ['-stream_loop', '-1', '-i', clip, ...noise, ...length, ...pictures]);
    const halfway = Math.floor(seconds / 20);
    const name = `${seconds} s of 1080p in band`;
    steps.push(...(await attempt(`${name}, killed`, hd, 'in-band', `segment-${halfway - 1}`)));
    steps.push(...(await attempt(`${name}, resumed`, hd, 'in-band')));
  }
} finally {
  rmSync(folder, { recursive: true });
}
const rows = steps.map(({ step, seconds: taken, megabytes, says }) => [
  step,
  taken.toFixed(1),
  megabytes.toFixed(0),
  says,
]);
console.log(formatTable([['step', 'seconds', 'MB', 'result'], ...rows]));
console.log(`Kept in ${keepFigures('load-large-files', { steps })}.`);

function make(name: string, options: readonly string[]): string {
  const path = join(folder, name);
  const { status, stderr } = spawnSync('ffmpeg', ['-v', 'error', ...options, path], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return path;
}

/** killedAt: the checkpoint after which the attempt gets SIGKILL. */
function attempt(name: string, input: string, mark: 'token' | 'in-band', killedAt?: string): Promise<Step[]> {
  const child = fork(join(import.meta.dirname, 'large-files/attempt.ts'), [input, folder, mark]);
  const found: Step[] = [];
  const start = performance.now();
  let most = 0;
  const sampling = setInterval(() => {
    most = Math.max(most, memoryOf(child.pid!));
  }, sampleMilliseconds);
  return new Promise((resolve, reject) => {
    child.on('message', (message: { saved?: string; ended?: string; seconds?: number; says?: string }) => {
      if (message.saved !== undefined && message.saved === killedAt) child.kill('SIGKILL');
      if (message.ended === undefined) return;
      found.push({
        step: `${name}: ${message.ended}`,
        seconds: message.seconds!,
        megabytes: most / 1e6,
        says: message.says!,
      });
      most = 0;
    });
    child.on('exit', (code, signal) => {
      clearInterval(sampling);
      if (signal === 'SIGKILL' && killedAt)
        return resolve([
          {
            step: name,
            seconds: (performance.now() - start) / 1000,
            megabytes: most / 1e6,
            says: `killed after ${killedAt}`,
          },
        ]);
      if (code !== 0) return reject(new Error(`The attempt ended with ${signal ?? code}.`));
      resolve(found);
    });
  });
}

/** Resident memory of a process and its children, in bytes. Shared pages count in each. */
function memoryOf(pid: number): number {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = readIfThere(`/proc/${name}/stat`);
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const own = [...parents].filter(([each, parent]) => each === pid || parent === pid);
  return own.reduce((sum, [each]) => sum + Number(readIfThere(`/proc/${each}/statm`).split(' ')[1] ?? 0) * pageSize, 0);
}

/** A process can end at any time. */
function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
