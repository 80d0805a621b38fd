// The acoustic fingerprint: how many times faster than playback it is computed, and how long the
// search for an excerpt of 5 seconds among 10,000 tracks takes, on both databases, and for a sound
// that is not among them (load/synthetic-clips.ts). load/sounds measures the search among millions.
// Processor time of the thread for computing. For searching, its median too, which on PostgreSQL
// excludes the server's, and wall time. Usage: npm run bench -- speed/audio [tracks, default 10000]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Landmarks, soughtLandmarks, storedLandmarks } from '../../engine/src/fingerprints/acoustic/landmarks.ts';
import { unpackLandmarks } from '../../engine/src/fingerprints/acoustic/packed-landmarks.ts';
import { Random } from '../../engine/test-support/random-bytes.ts';
import type { Database } from '../../service/src/adapters/database/database.ts';
import { openPostgresDatabase } from '../../service/src/adapters/database/postgres/postgres-database.ts';
import { openSqliteDatabase } from '../../service/src/adapters/database/sqlite/sqlite-database.ts';
import { migrate } from '../../service/src/database/migrate.ts';
import { insertSounds } from '../../service/src/database/sounds.ts';
import { createSoundRecords } from '../../service/src/resources/verify/sound-records.ts';
import { startPostgres } from '../../service/test-support/postgres-server.ts';
import { CLIP_SECONDS, makeClip, sourcesOf } from '../load/synthetic-clips.ts';
import { formatTable, keepFigures, median } from '../measurement.ts';

const count = Number(process.argv[2] ?? 10_000);
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

const sources = sourcesOf([
  { sound: music, rate: 44_100 },
  { sound: speech, rate: 8_000 },
]);
const lookup = [['database', 'landmarks', 'sought', 'processor ms', 'median ms', 'slowest ms', 'found', 'bar ms']];
lookup.push(
  ...(await measure('SQLite', openSqliteDatabase(join(folder, 'live.sqlite'), { onProblem: () => undefined }))),
);
const server = await startPostgres({ durable: true });
try {
  lookup.push(
    ...(await measure(
      'PostgreSQL',
      openPostgresDatabase({ url: await server.createDatabase(), onProblem: () => undefined }),
    )),
  );
} finally {
  await server.stop();
  rmSync(folder, { recursive: true });
}
console.log(`\n${formatTable(lookup)}`);
console.log(`\n${count.toLocaleString('en')} tracks of ${CLIP_SECONDS} seconds, ${searches} excerpts of 5 seconds.`);
console.log(keepFigures('speed-audio', { count, speed, lookup }));

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

/** Clips, and as track 0 real speech, unchanged: the target of the search. */
async function fill(database: Database): Promise<number> {
  let landmarks = 0;
  const random = new Random(1);
  const target = { recordId: recordOf(0), landmarks: storedLandmarks([speech], 8_000) };
  for (let start = 1; start <= count; start += 100) {
    const clips = Array.from({ length: 100 }, (_, place) => ({
      recordId: recordOf(start + place),
      landmarks: unpackLandmarks(makeClip(random, sources).packed),
    }));
    for (const clip of clips) landmarks += clip.landmarks.hashes.length;
    const sounds = start === 1 ? [target, ...clips] : clips;
    await database.transaction((transaction) => insertSounds(transaction, sounds));
  }
  if (database.kind === 'postgres') await sql.raw('VACUUM ANALYZE triples').execute(database.read);
  return landmarks;
}

function recordOf(track: number): string {
  return `00000000-0000-7000-8000-${track.toString(16).padStart(12, '0')}`;
}

async function measure(name: string, database: Database): Promise<string[][]> {
  try {
    await migrate(database);
    const landmarks = await fill(database);
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
        const ids = await records.find(excerpt, 3);
        const { user, system } = process.threadCpuUsage(processorStart);
        // The first ones warm up.
        if (search < 0) continue;
        times.push(performance.now() - start);
        processorTimes.push((user + system) / 1000);
        if (ids.includes(recordOf(0))) found += 1;
      }
      const figures = [median(processorTimes), median(times), Math.max(...times)].map((time) => time.toFixed(1));
      rows.push([name, landmarks.toLocaleString('en'), sought, ...figures, `${found} of ${searches}`, '50']);
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
