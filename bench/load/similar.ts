// The search for similar pictures in PostgreSQL as it grows: bytes per record, time of a search
// (warm, after a restart without caches, in a flood), records stored per second, and a node over
// it. SIZES=1000000,10000000 sets the numbers of hashes. 100 million need 25 GB and 15 minutes. As
// root, the bench drops the caches of the whole machine.
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashPicture } from '../../engine/src/formats/decode-picture.ts';
import { openPostgresDatabase } from '../../service/src/adapters/database/postgres/postgres-database.ts';
import { migrate } from '../../service/src/database/migrate.ts';
import { createSimilarRecords } from '../../service/src/resources/verify/similar-records.ts';
import { startPostgres } from '../../service/test-support/postgres-server.ts';
import { formatTable, keepFigures } from '../measurement.ts';
import { measureNode } from './similar/node-figures.ts';
import { connect, dropIndexes, fillHashes, flood, insertRate, type Query } from './similar/stored-hashes.ts';

const sizes = (process.env.SIZES ?? '100000,1000000').split(',').map(Number);
const searches = 300;
const coldSearches = 50;
const limit = 16;
const verifications = Number(process.env.VERIFICATIONS ?? 20);
const secondsOfInserts = 5;
const floodRecords = 300_000;
const photographs = join(import.meta.dirname, '../../../shared/training/images');

const real = await Promise.all(
  readdirSync(photographs).map((name) => hashPicture(readFileSync(join(photographs, name)))),
);
const postgres = await startPostgres({ durable: true });
await configure();
const url = await postgres.createDatabase();
const empty = await measureNode(await postgres.createDatabase(), verifications);
const header = ['hashes', 'bytes each', 'unknown p50', 'p99', 'known p50', 'p99', 'database mean', 'cold p50', 'p99'];
const rows: string[][] = [];
const nodeRows = [['hashes', 'ready s', 'private MiB', 'unknown picture ms', 'processor ms'], nodeRow('none', empty)];
const writeRows = [['hashes', 'stored/s', 'without indexes', 'flood, database ms']];
try {
  for (const size of sizes) await measure(size);
} finally {
  await postgres.stop();
}
console.log(
  `\nMilliseconds of a search from the service. Bar: 40 ms of database time.\n\n${formatTable([header, ...rows])}`,
);
console.log(`\n${formatTable(nodeRows)}\n\n${formatTable(writeRows)}\n`);
console.log(keepFigures('load-similar', { header, rows, nodeRows, writeRows }));

async function measure(size: number): Promise<void> {
  const database = () => openPostgresDatabase({ url, onProblem: console.error });
  const name = size.toLocaleString('en');
  process.stderr.write(`${name}: filling\n`);
  let opened = database();
  await migrate(opened);
  let { query, end } = await connect(url);
  await fillHashes(query, size, real);
  const [{ bytes }] = (await query(`SELECT pg_total_relation_size('perceptual_hashes') AS bytes`)) as [
    { bytes: string },
  ];
  const known = await storedHashes(query, size, searches + coldSearches);
  await opened.close();
  await end();

  await restartWithoutCaches();
  opened = database();
  const cold = await timesOf(opened, known.slice(searches));
  const node = await measureNode(url, verifications);
  const unknownHashes = Array.from({ length: searches }, () => randomBytes(8).toString('hex'));
  await timesOf(opened, [...known.slice(0, searches), ...unknownHashes]);
  ({ query, end } = await connect(url));
  await query('SELECT pg_stat_statements_reset()');
  const unknown = await timesOf(opened, unknownHashes);
  const found = await timesOf(opened, known.slice(0, searches));
  const mean = await databaseTime(query);
  rows.push([name, (Number(bytes) / size).toFixed(0), ...unknown, ...found, mean, ...cold]);
  nodeRows.push(nodeRow(name, node));
  process.stderr.write(`${rows.at(-1)!.join(' ')} | ${nodeRows.at(-1)!.join(' ')}\n`);

  const withIndexes = await insertRate(opened, secondsOfInserts);
  const center = randomBytes(8).toString('hex');
  await flood(query, center, floodRecords);
  await query('SELECT pg_stat_statements_reset()');
  await timesOf(opened, Array<string>(20).fill(center));
  const flooded = await databaseTime(query);
  await dropIndexes(query);
  const without = await insertRate(opened, secondsOfInserts);
  writeRows.push([name, withIndexes.toFixed(0), without.toFixed(0), flooded]);
  process.stderr.write(`${writeRows.at(-1)!.join(' ')}\n`);
  await opened.close();
  await end();
}

/** As an operator with 16 GB would. */
async function configure(): Promise<void> {
  const { query, end } = await connect(postgres.url);
  for (const setting of [
    `shared_buffers = '2GB'`,
    `maintenance_work_mem = '2GB'`,
    `wal_level = 'minimal'`,
    `max_wal_senders = 0`,
    `max_wal_size = '8GB'`,
    `shared_preload_libraries = 'pg_stat_statements'`,
  ])
    await query(`ALTER SYSTEM SET ${setting}`);
  await end();
  await postgres.stop();
  await postgres.start();
}

async function restartWithoutCaches(): Promise<void> {
  await postgres.stop();
  if (process.getuid?.() === 0) writeFileSync('/proc/sys/vm/drop_caches', '3');
  await postgres.start();
}

/** Copies of stored pictures: three bits differ. */
async function storedHashes(query: Query, size: number, count: number): Promise<string[]> {
  await query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  const percent = Math.min(100, (500 * count) / size);
  const found = await query(`SELECT lpad(to_hex(hash # 4398048608257), 16, '0') AS hash
    FROM perceptual_hashes TABLESAMPLE BERNOULLI (${percent}) ORDER BY random() LIMIT ${count}`);
  return found.map(({ hash }) => hash as string);
}

/** The median and the 99th percentile in milliseconds. */
async function timesOf(database: ReturnType<typeof openPostgresDatabase>, hashes: readonly string[]) {
  const similar = createSimilarRecords(database);
  const times: number[] = [];
  for (const hash of hashes) {
    const start = performance.now();
    await similar.find(hash, 'image', limit);
    times.push(performance.now() - start);
  }
  times.sort((left, right) => left - right);
  return [0.5, 0.99].map((share) => times[Math.floor(share * times.length)]!.toFixed(1));
}

async function databaseTime(query: Query): Promise<string> {
  const [row] = await query(
    `SELECT sum(total_exec_time) / sum(calls) AS mean FROM pg_stat_statements WHERE query LIKE '%key_1%unnest%'`,
  );
  return Number(row!.mean).toFixed(1);
}

function nodeRow(name: string, node: typeof empty): string[] {
  const rounded = [node.privateMebibytes, node.verifyMilliseconds, node.verifyProcessorMilliseconds];
  return [name, node.readySeconds.toFixed(1), ...rounded.map((value) => value.toFixed(0))];
}
