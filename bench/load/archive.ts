// Records moved into archive files and looked up there: time, bytes per record before and after,
// and the duration of a lookup with its signature from the database, from a cached and from an
// uncached block of a folder. RECORDS=1000000 writes 5 GB; DATABASE=sqlite or postgres.
import { randomBytes, randomInt } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createFolderStore } from '../../service/src/adapters/object-store/folder-store.ts';
import { createArchiveFiles } from '../../service/src/archive/archive-files.ts';
import { createArchiveJob } from '../../service/src/archive/archive-job.ts';
import {
  findArchive,
  listAllArchives,
  listSignedRows,
  putRowsBack,
  type SignedRow,
} from '../../service/src/archive/archives.store.ts';
import { migrate } from '../../service/src/database/migrate.ts';
import { createLog } from '../../service/src/log.ts';
import { openTestDatabase } from '../../service/test-support/test-database.ts';
import { formatTable, keepFigures } from '../measurement.ts';

const records = Number(process.env.RECORDS ?? 20_000);
const kind = process.env.DATABASE === 'sqlite' ? 'sqlite' : 'postgres';
const lookups = 1_000;
const rowsPerStatement = 500;
const lastTime = Date.now();
/** When their months are due. */
const later = () => Date.now() + 100 * 24 * 60 * 60 * 1_000;

const opened = await openTestDatabase(kind);
const { database } = opened;
await migrate(database);
const folder = mkdtempSync(join(tmpdir(), 'provenance-archive-'));
const key = randomBytes(32);
const log = createLog('warn', process.stderr);
const store = createFolderStore(folder);
const filesOf = () => createArchiveFiles({ environment: 'live', store, key, log });

const empty = await databaseBytes();
const ids: string[] = [];
for (let first = 0; first < records; first += rowsPerStatement) {
  const rows = Array.from({ length: Math.min(rowsPerStatement, records - first) }, (_, place) =>
    rowOf(lastTime - records + first + place),
  );
  ids.push(...rows.map(({ record_id }) => record_id));
  await database.transaction((transaction) => putRowsBack(transaction, rows));
}
const before = await databaseBytes();
const ownIds = () => Array.from({ length: lookups }, () => ids[randomInt(ids.length)]!);
const fromDatabase = await timeEach(ownIds(), (id) => listSignedRows(database.read, [id]));

const files = filesOf();
const job = createArchiveJob({ environment: 'live', database, store, files, key, afterMonths: 1, log, now: later });
const started = performance.now();
const cpu = process.cpuUsage();
const moved = await job.run();
const seconds = (performance.now() - started) / 1_000;
const { user, system } = process.cpuUsage(cpu);
if (moved !== records) throw new Error(`${moved} of ${records} records were moved.`);
if (kind === 'sqlite') await sql`VACUUM`.execute(database.read).catch(() => undefined);
const after = await databaseBytes();
const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
const archived = sizes.reduce((sum, size) => sum + size, 0);

const find = (own: ReturnType<typeof filesOf>) => async (id: string) => {
  const archive = await findArchive(database.read, id);
  const found = await own.findSigned(archive!, id);
  if (found?.record_id !== id) throw new Error(`${id} was not found.`);
};
/** A new reader for each lookup has nothing in its cache. */
const cold = await timeEach(ownIds(), (id) => find(filesOf())(id));
const some = ownIds().slice(0, 40);
for (const id of some) await find(files)(id);
const warm = await timeEach(
  Array.from({ length: lookups }, () => some[randomInt(some.length)]!),
  find(files),
);
const unknown = await timeEach(
  ownIds().map((id) => id.slice(0, 24) + randomBytes(6).toString('hex')),
  async (id) => {
    const archive = await findArchive(database.read, id);
    if (archive) await files.findSigned(archive, id);
  },
);
const checkStarted = performance.now();
let checked = 0;
for await (const archive of listAllArchives(database.read)) {
  for await (const rows of files.readAll(archive)) checked += rows.length;
}
const checkSeconds = (performance.now() - checkStarted) / 1_000;
if (checked !== records) throw new Error(`${checked} of ${records} records were checked.`);

const perRecord = (bytes: number) => (bytes / records).toFixed(0);
const figures = {
  database: kind,
  records,
  files: sizes.length,
  'seconds to move': seconds.toFixed(1),
  'records moved per second': (records / seconds).toFixed(0),
  'processor seconds of the node': ((user + system) / 1e6).toFixed(1),
  'records checked per second': (records / checkSeconds).toFixed(0),
  'bytes per record in the database': perRecord(before - empty),
  'bytes per record left in the database': perRecord(after - empty),
  'bytes per record in the archive': perRecord(archived),
  'lookup in the database, p50 / p99 in ms': fromDatabase,
  'lookup in the archive, cached': warm,
  'lookup in the archive, not cached': cold,
  'lookup of an unknown id in the range of the archive': unknown,
};
console.log(formatTable(Object.entries(figures).map(([name, value]) => [name, String(value)])));
keepFigures('load-archive', figures);
rmSync(folder, { recursive: true, force: true });
await opened.remove();
process.exit();

async function timeEach(each: readonly string[], work: (id: string) => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  for (const id of each) {
    const start = performance.now();
    await work(id);
    times.push(performance.now() - start);
  }
  times.sort((left, right) => left - right);
  return [0.5, 0.99].map((share) => times[Math.floor(share * times.length)]!.toFixed(2)).join(' / ');
}

/** What the tables and their indexes take, without the watermark ids, which stay. */
async function databaseBytes(): Promise<number> {
  const statement =
    kind === 'postgres'
      ? sql<{ bytes: number }>`SELECT CAST(sum(pg_total_relation_size(oid)) AS bigint) AS bytes FROM pg_class
          WHERE relkind = 'r' AND (relname LIKE 'records%' OR relname LIKE 'record_signatures%')`
      : sql<{ bytes: number }>`SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size`;
  const { rows } = await statement.execute(database.read);
  return Number(rows[0]!.bytes);
}

function rowOf(time: number): SignedRow {
  const hex = time.toString(16).padStart(12, '0');
  const random = randomBytes(10).toString('hex');
  const tail = `7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random.slice(6, 18)}`;
  return {
    record_id: `${hex.slice(0, 8)}-${hex.slice(8)}-${tail}`,
    org_id: `org_${randomInt(100)}`,
    generator_id: `gen_${randomInt(1_000)}`,
    kid: 'mldsa_37ce4c8fd1e6f913df62e1c0d9ab4616',
    watermark_id: randomBytes(8).toString('hex'),
    model: 'image-model-3',
    format: 'image',
    exact_format: 'jpeg',
    mode: 'server',
    content_hash: `sha3-256:${randomBytes(32).toString('hex')}`,
    original_hash: `sha3-256:${randomBytes(32).toString('hex')}`,
    phash: randomBytes(8).toString('hex'),
    signed_at: time,
    signature: randomBytes(3_309),
  };
}
