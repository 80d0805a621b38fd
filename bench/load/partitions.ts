// What monthly partitions cost: the reads and the write of a record through the real stores, on
// plain tables and on tables of 36 months with the same rows. Then the longest statement while
// months are created and removed under load.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../service/src/adapters/database/database.ts';
import { openPostgresDatabase } from '../../service/src/adapters/database/postgres/postgres-database.ts';
import { createRecordLookup } from '../../service/src/archive/record-lookup.ts';
import { migrate } from '../../service/src/database/migrate.ts';
import { migrations } from '../../service/src/database/migrations/all-migrations.ts';
import { monthStart, partitionedTables } from '../../service/src/database/partitions/partitioned-tables.ts';
import { createMonths, removePartitionsBefore } from '../../service/src/database/partitions/partitions.ts';
import { lastSequenceBefore, listEventsBetween } from '../../service/src/events/events.store.ts';
import { listRecentVerifications } from '../../service/src/resources/analytics/analytics.store.ts';
import { listRecords } from '../../service/src/resources/records/record-list.store.ts';
import { planOf } from '../../service/src/resources/records/record-list-plan.ts';
import { insertRecords } from '../../service/src/resources/records/records.store.ts';
import { divideIntoMonths } from '../../service/test-support/old-months.ts';
import { startPostgres } from '../../service/test-support/postgres-server.ts';
import { formatTable, keepFigures } from '../measurement.ts';

const records = Number(process.env.RECORDS ?? 100_000);
const calls = Number(process.env.CALLS ?? 1_000);
const months = 36;
const orgId = 'org_a';
const firstTime = monthStart(Date.now(), -months);
const step = Math.floor((Date.now() - firstTime) / records);
const tables = Object.values(partitionedTables);
// Nothing is archived here.
const lookup = createRecordLookup({ find: async () => undefined, findSigned: async () => undefined });

const operations: Readonly<Record<string, (database: Database, place: number) => Promise<unknown>>> = {
  'record by id': ({ read }, place) => lookup.findSigned(read, [idOf(place)]),
  'status of a token': ({ read }, place) => lookup.findSurrounded(read, [idOf(place)]),
  'five records to verify': ({ read }, place) =>
    lookup.findSigned(
      read,
      [0, 1, 2, 3, 4].map((each) => idOf((place + each * 7_919) % records)),
    ),
  'watermark id that exists': ({ read }, place) => lookup.findMarked(read, `w${place}`),
  'watermark id that does not': ({ read }, place) => lookup.findMarked(read, `absent${place}`),
  'newest page of records': ({ read }) => listRecords(read, orgId, { limit: 50 }, planOf({ limit: 50 })),
  'page of records of a model': ({ read }) => {
    const filter = { limit: 50, model: 'rare' };
    return listRecords(read, orgId, filter, planOf(filter));
  },
  'newest page of the audit log': ({ read }) => listEventsBetween(read, orgId, records - 50, records),
  'old page of the audit log': ({ read }, place) => listEventsBetween(read, orgId, place - 50, place),
  'audit log before a time': ({ read }, place) => lastSequenceBefore(read, orgId, firstTime + place * step),
  'last verifications of a record': ({ read }, place) => listRecentVerifications(read, orgId, idOf(place), 20),
  'store a record': (database) => database.transaction((transaction) => insertRecords(transaction, [newRecord()])),
};

const server = await startPostgres({ durable: true });
const plain = open(await server.createDatabase());
const dividedUrl = await server.createDatabase();
const divided = open(dividedUrl);
await migrate(
  plain,
  migrations.map(({ run: _, ...migration }) => migration),
);
await migrate(divided);
for (const database of [plain, divided]) await fill(database);
for (const table of tables) await divideIntoMonths(divided, table, months);
for (const database of [plain, divided]) await sql`VACUUM ANALYZE`.execute(database.read);

const rows: string[][] = [];
for (const [what, run] of Object.entries(operations)) {
  const [before, after] = [await measure(plain, run), await measure(divided, run)];
  rows.push([what, ...[before.p50, after.p50, before.p99, after.p99].map((each) => each.toFixed(2))]);
}
console.log(formatTable([['ms', 'plain p50', `${months} months p50`, 'plain p99', `${months} months p99`], ...rows]));
const changes = await measureChanges(divided);
console.log(
  `${changes.count} changes of partitions under load: the longest statement took ${changes.longest.toFixed(0)} ms of ${changes.statements}.`,
);
await Promise.all([plain.close(), divided.close()]);
await server.stop();
console.log(`Figures: ${keepFigures('load-partitions', { records, rows, changes })}`);

function open(url: string): Database {
  return openPostgresDatabase({ url, connections: 16, onProblem: () => undefined });
}

async function measure(database: Database, run: (database: Database, place: number) => Promise<unknown>) {
  const times: number[] = [];
  for (let call = -50; call < calls; call += 1) {
    const place = 50 + Math.floor(Math.random() * (records - 50));
    const start = performance.now();
    await run(database, place);
    if (call >= 0) times.push(performance.now() - start);
  }
  times.sort((left, right) => left - right);
  return { p50: times[Math.floor(calls * 0.5)]!, p99: times[Math.floor(calls * 0.99)]! };
}

/** All kinds of statements at once, while a year of months is created and three years removed. */
async function measureChanges(database: Database) {
  const changing = new AbortController();
  const figures = { count: 0, statements: 0, longest: 0 };
  const load = Object.values(operations).map(async (run) => {
    while (!changing.signal.aborted) {
      const start = performance.now();
      await run(database, 50 + Math.floor(Math.random() * (records - 50)));
      figures.longest = Math.max(figures.longest, performance.now() - start);
      figures.statements += 1;
    }
  });
  const own = open(dividedUrl);
  for (let month = 1; month <= 12; month += 1)
    for (const table of tables) {
      await createMonths(own, table, monthStart(Date.now(), month));
      await removePartitionsBefore(own, table, monthStart(Date.now(), 3 * month - months));
      figures.count += 2;
    }
  changing.abort();
  await Promise.all(load);
  await own.close();
  return figures;
}

function idOf(place: number): string {
  const hex = (firstTime + place * step).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${place.toString(16).padStart(12, '0')}`;
}

function newRecord() {
  const record_id = randomUUIDv7();
  const fixed = {
    org_id: orgId,
    generator_id: 'gen_a',
    kid: 'k',
    model: 'm',
    format: 'image',
    mode: 'client',
  } as const;
  const signature = new Uint8Array(3_309);
  return { ...fixed, record_id, watermark_id: record_id, content_hash: 'h', signed_at: Date.now(), signature };
}

/** One record, its signing and one verification for each step of time. */
async function fill(database: Database): Promise<void> {
  const time = `(${firstTime} + i * ${step}::bigint)`;
  const hex = `lpad(to_hex(${time}), 12, '0')`;
  const id = `substr(${hex}, 1, 8) || '-' || substr(${hex}, 9, 4) || '-7000-8000-' || lpad(to_hex(i), 12, '0')`;
  const series = `FROM generate_series(0, ${records - 1}) i`;
  const statements = [
    `INSERT INTO organizations (org_id, name, plan, created_at) VALUES ('${orgId}', 'A', 'free', 0)`,
    `INSERT INTO generators (generator_id, org_id, name, mode, status, supported_formats, created_at)
      VALUES ('gen_a', '${orgId}', 'G', 'client', 'active', '["image"]', 0)`,
    `INSERT INTO generator_keys (generator_id, kid, public_key, status, created_at) VALUES ('gen_a', 'k', '', 'active', 0)`,
    `INSERT INTO records (record_id, org_id, generator_id, kid, watermark_id, model, format, mode, content_hash, signed_at)
      SELECT ${id}, '${orgId}', 'gen_a', 'k', 'w' || i, CASE WHEN i % 1000 = 0 THEN 'rare' ELSE 'm' END, 'image', 'client',
      'h', ${time} ${series}`,
    'INSERT INTO watermarks SELECT watermark_id, record_id FROM records',
    `INSERT INTO record_signatures SELECT record_id, decode(repeat(md5(record_id), 206), 'hex') FROM records`,
    `INSERT INTO events SELECT '${orgId}', i + 1, 'evt_' || i, 'verify', ${time}, '{"record_id":"' || ${id} || '"}', '' ${series}`,
    `INSERT INTO record_verifications SELECT '${orgId}', ${id}, i + 1, ${time} ${series}`,
  ];
  await database.transaction(async (transaction) => {
    await sql`SET LOCAL statement_timeout = 0`.execute(transaction);
    for (const statement of statements) await sql.raw(statement).execute(transaction);
  });
}
