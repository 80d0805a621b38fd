// The acoustic fingerprint: how many times faster than playback it is computed, and how long the
// search for an excerpt of 5 seconds among 10,000 tracks takes, on both databases, and for a sound
// that is not among them. The tracks are real landmarks in new orders and at new pitches. Processor
// time of the thread for computing. For searching, its median too, which on PostgreSQL excludes the
// server's, and wall time. Usage: npm run bench -- speed/audio [tracks, default 10000] [seconds a
// track, default 10; 30 takes three times as long]
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Landmarks, soughtLandmarks, storedLandmarks } from '../../engine/src/fingerprints/acoustic/landmarks.ts';
import type { Database } from '../../service/src/adapters/database/database.ts';
import { openPostgresDatabase } from '../../service/src/adapters/database/postgres/postgres-database.ts';
import { openSqliteDatabase } from '../../service/src/adapters/database/sqlite/sqlite-database.ts';
import { migrate } from '../../service/src/database/migrate.ts';
import { createSoundRecords } from '../../service/src/resources/verify/sound-records.ts';
import { startPostgres } from '../../service/test-support/postgres-server.ts';
import { formatTable, keepFigures, median } from '../measurement.ts';

const count = Number(process.argv[2] ?? 10_000);
const trackSeconds = Number(process.argv[3] ?? 10);
const windowsASecond = 8000 / 256;
const searches = 40;
const folder = mkdtempSync(join(tmpdir(), 'speed-audio-'));

const music = decode('time_to_strike.mp3');
const speech = decode('demo-instruct.wav');
const stranger = decode('debian.wav');
const speed = [['sound', 'times faster than it plays', 'bar']];
for (const [name, channels, rate] of [
  ['44.1 kHz, stereo', [music, music], 44_100],
  ['44.1 kHz, mono', [music], 44_100],
  ['taken as 96 kHz, stereo', [music, music], 96_000],
  ['taken as 8 kHz, mono', [speech], 8_000],
] as const) {
  speed.push([name, `${median([1, 2, 3, 4, 5].map(() => timesFaster(channels, rate))).toFixed(0)}×`, '150×']);
}
console.log(formatTable(speed));

const keys = makeKeys();
const lookup = [['database', 'landmarks', 'sought', 'processor ms', 'median ms', 'slowest ms', 'found', 'bar ms']];
lookup.push(
  ...(await measure(
    'SQLite',
    openSqliteDatabase(join(folder, 'live.sqlite'), { onProblem: () => undefined }),
    fillSqlite,
  )),
);
const server = await startPostgres({ durable: true });
try {
  lookup.push(
    ...(await measure(
      'PostgreSQL',
      openPostgresDatabase({ url: await server.createDatabase(), onProblem: () => undefined }),
      fillPostgres,
    )),
  );
} finally {
  await server.stop();
  rmSync(folder, { recursive: true });
}
console.log(`\n${formatTable(lookup)}`);
console.log(`\n${count.toLocaleString('en')} tracks of ${trackSeconds} seconds, ${searches} excerpts of 5 seconds.`);
console.log(keepFigures('speed-audio', { count, trackSeconds, speed, lookup }));

function decode(name: string): Float32Array {
  const file = join(import.meta.dirname, '../../../shared/media/audio', name);
  const rate = name.endsWith('.wav') ? '8000' : '44100';
  const options = ['-v', 'error', '-t', '60', '-i', file, '-f', 'f32le', '-ac', '1', '-ar', rate, '-'];
  const bytes = execFileSync('ffmpeg', options, { maxBuffer: 2 ** 30 });
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

function timesFaster(channels: readonly Float32Array[], rate: number): number {
  const start = process.threadCpuUsage();
  storedLandmarks(channels, rate);
  const { user, system } = process.threadCpuUsage(start);
  return (channels[0]!.length / rate) * (1_000_000 / (user + system));
}

/**
 * Hash, track and time of every landmark in one number (24, 14 and 12 bits), in the order of the
 * index.
 */
function makeKeys(): Float64Array {
  const real = [storedLandmarks([music], 44_100), storedLandmarks([speech], 8_000)].map(({ hashes, times }) => ({
    hashes,
    times,
    last: times.at(-1)!,
  }));
  const keys: number[] = [];
  const segment = Math.floor(3 * windowsASecond);
  for (let track = 1; track <= count; track += 1) {
    for (let start = 0; start < trackSeconds * windowsASecond; start += segment) {
      const { hashes, times, last } = real[Math.random() < 0.7 ? 0 : 1]!;
      const from = Math.floor(Math.random() * (last - segment));
      const pitch = Math.floor(Math.random() * 161) - 80;
      for (let place = firstAt(times, from); place < times.length && times[place]! < from + segment; place += 1) {
        const [anchor, other] = [(hashes[place]! >> 15) + pitch, ((hashes[place]! >> 6) & 511) + pitch];
        if (Math.min(anchor, other) < 13 || Math.max(anchor, other) > 486) continue;
        const hash = (anchor << 15) | (other << 6) | (hashes[place]! & 63);
        keys.push((hash * 2 ** 14 + track) * 2 ** 12 + start + times[place]! - from);
      }
    }
  }
  // The target of the search: real speech, unchanged.
  for (const [place, hash] of real[1]!.hashes.entries()) {
    if (real[1]!.times[place]! < 2 ** 12) keys.push(hash * 2 ** 26 + real[1]!.times[place]!);
  }
  return Float64Array.from(new Set(keys)).sort();
}

function firstAt(times: Uint32Array, time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

function rowOf(key: number): readonly number[] {
  return [Math.floor(key / 2 ** 26), Math.floor(key / 2 ** 12) % 2 ** 14, key % 2 ** 12];
}

async function fillSqlite(database: Database): Promise<void> {
  const size = 5_000;
  for (let start = 0; start < keys.length; start += 20 * size) {
    await database.transaction(async (transaction) => {
      for (let from = start; from < Math.min(start + 20 * size, keys.length); from += size) {
        const rows = Array.from(keys.subarray(from, from + size), (key) => `(${rowOf(key).join()})`);
        await sql.raw(`INSERT INTO landmarks (hash, track, time) VALUES ${rows.join()}`).execute(transaction);
      }
    });
  }
}

async function fillPostgres(database: Database): Promise<void> {
  const file = join(folder, 'landmarks.csv');
  for (let start = 0; start < keys.length; start += 500_000) {
    const lines = Array.from(keys.subarray(start, start + 500_000), (key) => rowOf(key).join());
    writeFileSync(file, `${lines.join('\n')}\n`);
    // The server reads it as its own user.
    chmodSync(folder, 0o755);
    chmodSync(file, 0o644);
    await database.transaction(async (transaction) => {
      await sql.raw(`COPY landmarks FROM '${file}' WITH (FORMAT csv)`).execute(transaction);
    });
  }
  await sql.raw('ANALYZE landmarks').execute(database.read);
}

async function measure(
  name: string,
  database: Database,
  fill: (database: Database) => Promise<void>,
): Promise<string[][]> {
  try {
    await migrate(database);
    await fill(database);
    const records = createSoundRecords(database);
    const rows: string[][] = [];
    for (const [sought, sound] of [
      ['one of them', speech],
      ['a stranger', stranger],
    ] as const) {
      const times: number[] = [];
      const processorTimes: number[] = [];
      let found = 0;
      for (let search = -5; search < searches; search += 1) {
        const excerpt = excerptOf(sound);
        const [start, processorStart] = [performance.now(), process.threadCpuUsage()];
        const tracks = await records.findTracks(excerpt);
        const { user, system } = process.threadCpuUsage(processorStart);
        // The first ones warm up.
        if (search < 0) continue;
        times.push(performance.now() - start);
        processorTimes.push((user + system) / 1000);
        if (tracks.includes(0)) found += 1;
      }
      const figures = [median(processorTimes), median(times), Math.max(...times)].map((time) => time.toFixed(1));
      rows.push([name, keys.length.toLocaleString('en'), sought, ...figures, `${found} of ${searches}`, '50']);
    }
    return rows;
  } finally {
    await database.close();
  }
}

function excerptOf(sound: Float32Array): Landmarks {
  const start = Math.floor(Math.random() * (sound.length - 40_000));
  return [...soughtLandmarks([sound.slice(start, start + 40_000)], 8_000)][0]!;
}
