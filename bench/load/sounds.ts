// The search for sounds among many: clips of 15 seconds in PostgreSQL, synthetic around real ones,
// and among them real clips to find. For each size: bytes, how many excerpts are found (of those
// whose landmarks match), time of a search and of the database, rows that a search reads, with warm
// and with cold caches, and the cost of verifying unknown sounds over HTTP. CLIPS=1500,15000 (the
// default; 1,000,000 need 25 GB and half an hour), SEARCHES=… of each kind. Sounds: see
// ../robustness/recorded-tracks.ts. Usage: npm run bench -- load/sounds
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Landmarks, soughtLandmarks, storedLandmarks } from '../../engine/src/fingerprints/acoustic/landmarks.ts';
import { Random } from '../../engine/test-support/random-bytes.ts';
import type { Database } from '../../service/src/adapters/database/database.ts';
import { openPostgresDatabase } from '../../service/src/adapters/database/postgres/postgres-database.ts';
import { migrate } from '../../service/src/database/migrate.ts';
import { insertSounds } from '../../service/src/database/sounds.ts';
import { createSoundRecords } from '../../service/src/resources/verify/sound-records.ts';
import { dropDatabase, runSql, startPostgres } from '../../service/test-support/postgres-server.ts';
import { processorMilliseconds } from '../../service/test-support/process-tree.ts';
import { formatTable, keepFigures } from '../measurement.ts';
import { allTracks, type Track, throughMp3 } from '../robustness/recorded-tracks.ts';
import { fillSounds } from './fill-sounds.ts';
import { CLIP_SECONDS, sourcesOf } from './synthetic-clips.ts';
import { verifyUnknown } from './unknown-sounds.ts';

const sizes = (process.env.CLIPS ?? '1500,15000').split(',').map(Number);
const searches = Number(process.env.SEARCHES ?? 100);
const seed = Number(process.argv[2] ?? 1);

interface Sought {
  readonly excerpt: Landmarks;
  /** The record that it was cut from, if it is stored. */
  readonly recordId?: string;
}

const random = new Random(seed);
const recorded = allTracks();
const tracks = recorded
  .map((track) => ({ ...track, sound: track.sound.subarray(0, CLIP_SECONDS * track.rate) }))
  .filter(({ sound, rate }) => sound.length > 12 * rate);
const known = tracks.filter((_, place) => place % 2 === 0);
const unknown = tracks.filter((_, place) => place % 2 === 1);
const recordOf = (place: number) => `01900000-0000-7000-8000-0fff${place.toString(16).padStart(8, '0')}`;
const kinds: Readonly<Record<string, readonly Sought[]>> = {
  'known, 5 s': excerptsOf(known, 5, (sound) => sound),
  'known, 5 s of MP3': excerptsOf(
    known.map((track) => ({ ...track, ...throughMp3(track) })),
    5,
    (sound) => sound,
  ),
  'known, 10 s with noise': excerptsOf(known, 10, withNoise),
  'known, 5 s with noise': excerptsOf(known, 5, withNoise),
  'known, 3 s with noise': excerptsOf(known, 3, withNoise),
  'unknown, 6 s': excerptsOf(unknown, 6, (sound) => sound).map(({ excerpt }) => ({ excerpt })),
};
const sources = sourcesOf(recorded);

const server = await startPostgres();
const folder = String(await runSql(server.url, 'SHOW data_directory'));
await tune();
const storage = [['clips', 'landmarks', 'bytes a clip', 'bytes a second', 'index', 'landmarks of tracks', 'fill s']];
const table = [['clips', 'sought', 'found', 'match', 'wrong', 'p50 ms', 'p99 ms', 'database ms', 'rows', 'tracks']];
const http = [['clips', 'seconds', 'node CPU ms', 'database CPU ms', 'found']];
try {
  for (const clips of sizes) await measure(clips);
} finally {
  await server.stop();
}
console.log(
  `\n${formatTable(storage)}\n\n${formatTable(table)}\n\nVerifying unknown sounds over HTTP, each:\n${formatTable(http)}`,
);
console.log(keepFigures('load-sounds', { seed, searches, storage, table, http }));

async function measure(clips: number): Promise<void> {
  const url = await server.createDatabase();
  const open = () => openPostgresDatabase({ url, onProblem: () => undefined });
  let database = open();
  const start = performance.now();
  await migrate(database);
  const landmarks = await fillSounds(database, url, clips, new Random(seed), sources);
  const seconds = (performance.now() - start) / 1_000;
  const bytes = await sizesOf(database);
  storage.push([
    clips.toLocaleString('en'),
    landmarks.toLocaleString('en'),
    ...[(bytes.triples + bytes.tracks) / clips, (bytes.triples + bytes.tracks) / clips / CLIP_SECONDS].map((each) =>
      each.toFixed(0),
    ),
    ...[bytes.triples, bytes.tracks].map((each) => `${(each / 2 ** 20).toFixed(0)} MiB`),
    seconds.toFixed(0),
  ]);
  await database.transaction((transaction) =>
    insertSounds(
      transaction,
      known.map(({ sound, rate }, place) => ({
        recordId: recordOf(place),
        landmarks: storedLandmarks([sound], rate),
      })),
    ),
  );
  for (const sought of Object.values(kinds))
    for (const { excerpt } of sought.slice(0, 20)) await search(database, excerpt);
  for (const [kind, sought] of Object.entries(kinds))
    table.push([clips.toLocaleString('en'), kind, ...(await searchAll(database, sought))]);
  await database.close();
  await forgetCaches();
  database = open();
  const cold = kinds['unknown, 6 s']!.slice(0, 40);
  table.push([clips.toLocaleString('en'), 'unknown, cold', ...(await searchAll(database, cold))]);
  await database.close();
  http.push([clips.toLocaleString('en'), ...(await verifyUnknown(url, unknown, postmaster))]);
  await dropDatabase(url);
  for (const rows of [storage, table, http]) console.error(formatTable(rows));
}

async function searchAll(database: Database, sought: readonly Sought[]): Promise<string[]> {
  const before = { processor: processorMilliseconds(postmaster())!, ...(await readRows(database)) };
  const times: number[] = [];
  let [found, wrong] = [0, 0];
  for (const { excerpt, recordId } of sought) {
    const start = performance.now();
    const ids = await search(database, excerpt);
    times.push(performance.now() - start);
    if (recordId !== undefined && ids.includes(recordId)) found += 1;
    wrong += ids.filter((id) => id !== recordId).length;
  }
  const used = processorMilliseconds(postmaster())! - before.processor;
  const after = await readRows(database);
  const records = createSoundRecords(database);
  const matches = await Promise.all(
    sought.map(({ excerpt, recordId }) => recordId !== undefined && records.isCutFrom(recordId, excerpt)),
  );
  times.sort((left, right) => left - right);
  const at = (share: number) => times[Math.floor(share * (times.length - 1))]!;
  return [
    ...[found, matches.filter(Boolean).length, wrong].map((each) => `${each} of ${sought.length}`),
    ...[at(0.5), at(0.99), used / sought.length].map((each) => each.toFixed(1)),
    ...[after.triples - before.triples, after.tracks - before.tracks].map((each) => (each / sought.length).toFixed(0)),
  ];
}

function search(database: Database, excerpt: Landmarks): Promise<string[]> {
  return createSoundRecords(database).find(excerpt, 8);
}

async function readRows(database: Database): Promise<Record<'triples' | 'tracks', number>> {
  // Connections report what they read once a second.
  await pause(1_500);
  await sql`SELECT 1`.execute(database.read);
  await pause(200);
  const { rows } = await sql<{ relname: 'triples' | 'tracks'; count: number }>`
    SELECT relname, idx_tup_fetch AS count FROM pg_stat_user_tables WHERE relname IN ('triples', 'tracks')`.execute(
    database.read,
  );
  const counts = Object.fromEntries(rows.map(({ relname, count }) => [relname, Number(count)]));
  return { triples: counts.triples ?? 0, tracks: counts.tracks ?? 0 };
}

async function sizesOf(database: Database): Promise<Record<'triples' | 'tracks', number>> {
  const { rows } = await sql<Record<'triples' | 'tracks', number>>`
    SELECT pg_total_relation_size('triples') AS triples, pg_total_relation_size('tracks') AS tracks`.execute(
    database.read,
  );
  return rows[0]!;
}

function excerptsOf(from: readonly Track[], seconds: number, change: (sound: Float32Array) => Float32Array): Sought[] {
  return Array.from({ length: searches }, (_, place) => {
    const at = place % from.length;
    const { sound, rate } = from[at]!;
    const start = random.below(sound.length - seconds * rate);
    const [excerpt] = soughtLandmarks([change(sound.slice(start, start + seconds * rate))], rate);
    return excerpt ? [{ excerpt, recordId: recordOf(at) }] : [];
  }).flat();
}

/** White noise at 10 dB. */
function withNoise(sound: Float32Array): Float32Array {
  const power = sound.reduce((sum, value) => sum + value * value, 0) / sound.length;
  const fraction = () => random.below(2 ** 32) / 2 ** 32;
  const gauss = () => Math.sqrt(-2 * Math.log(1 - fraction())) * Math.cos(2 * Math.PI * fraction());
  return sound.map((value) => value + Math.sqrt(power / 10) * gauss());
}

function postmaster(): number {
  return Number(readFileSync(`${folder}/postmaster.pid`, 'utf8').split('\n')[0]);
}

/** A gigabyte for pages, and no log for tables that are filled. */
async function tune(): Promise<void> {
  const settings = [
    "shared_buffers = '1GB'",
    "maintenance_work_mem = '1GB'",
    "max_wal_size = '8GB'",
    'max_wal_senders = 0',
    "wal_level = 'minimal'",
  ];
  for (const setting of settings) await runSql(server.url, `ALTER SYSTEM SET ${setting}`);
  await server.stop();
  await server.start();
}

/** Empties the caches of the server, and those of the system for its files. */
async function forgetCaches(): Promise<void> {
  await runSql(server.url, 'CHECKPOINT');
  await server.stop();
  const drop = ['-c', 'for file; do dd if="$file" iflag=nocache count=0 status=none; done', 'sh'];
  execFileSync('sh', [...drop, ...globSync(`${folder}/base/*/*`)]);
  await server.start();
}
