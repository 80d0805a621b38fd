// What public reads cost the primary, with and without a streaming replica, in turns: processor
// time and duration of a read. One node's reads through its real stores, 16 at a time. Something is
// written every 20 ms, so that the replica always has to follow.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../service/src/adapters/database/database.ts';
import { openPostgresDatabase } from '../../service/src/adapters/database/postgres/postgres-database.ts';
import { readFromReplicas } from '../../service/src/adapters/database/postgres/read-from-replicas.ts';
import { createRecordLookup } from '../../service/src/archive/record-lookup.ts';
import { migrate } from '../../service/src/database/migrate.ts';
import { createSoundRecords } from '../../service/src/resources/verify/sound-records.ts';
import { runSql, startPostgres, startReplicaOf } from '../../service/test-support/postgres-server.ts';
import { processorMilliseconds } from '../../service/test-support/process-tree.ts';
import { formatTable, keepFigures, median } from '../measurement.ts';

const seconds = Number(process.env.SECONDS ?? 2);
const rounds = 5;
const atOnce = 16;
const records = 100_000;
const triples = 1_000_000;

const primary = await startPostgres({ durable: true });
const url = await primary.createDatabase();
const open = () => openPostgresDatabase({ url, onProblem: () => undefined });
const plain = open();
await migrate(plain);
await fill(plain);
const replica = await startReplicaOf(primary);
const replicaUrl = Object.assign(new URL(replica.url), { pathname: new URL(url).pathname }).href;
const replicated = readFromReplicas(open(), { urls: [replicaUrl], onChange: () => undefined });
const folder = String(await runSql(url, 'SHOW data_directory'));
const postmaster = Number(readFileSync(`${folder}/postmaster.pid`, 'utf8').split('\n')[0]);

// As in six seconds: 300 anchors with six partners each.
const excerpt = {
  hashes: Uint32Array.from({ length: 1_800 }, (_, place) => (Math.floor(place / 6) << 15) | ((place * 619) % 2 ** 15)),
  times: Uint32Array.from({ length: 1_800 }, (_, place) => Math.floor(place / 6)),
};
// Nothing is archived here.
const lookup = createRecordLookup({ find: async () => undefined, findSigned: async () => undefined });
const reads: Readonly<Record<string, (database: Database) => Promise<unknown>>> = {
  'status of a token': (database) =>
    lookup.findSurrounded(database.publicRead, [idOf(Math.floor(Math.random() * records))]),
  'a watermark id that is nowhere': (database) => lookup.findMarked(database.publicRead, randomUUID()),
  'a sound that is nowhere': (database) => createSoundRecords(database).find(excerpt, 3),
};

const rows: string[][] = [];
for (const [what, read] of Object.entries(reads)) {
  const figures = { without: [] as Figures[], with: [] as Figures[] };
  await measure(read, plain);
  await measure(read, replicated);
  for (let round = 0; round < rounds; round += 1) {
    figures.without.push(await measure(read, plain));
    figures.with.push(await measure(read, replicated));
  }
  for (const [label, each] of Object.entries(figures))
    rows.push([
      `${what}, ${label}`,
      ...(['primary', 'node', 'latency'] as const).map((key) => median(each.map((one) => one[key])).toFixed(2)),
    ]);
}
const { replicas, primaryReads } = replicated.replicaUse!();
await Promise.all([plain.close(), replicated.close()]);
await Promise.all([primary.stop(), replica.stop()]);
console.log(formatTable([['a read of, … a replica', 'primary CPU ms', 'node CPU ms', 'ms'], ...rows]));
console.log(`The replica answered ${replicas[0]!.reads}, the primary ${primaryReads} in its place.`);
console.log(`Figures: ${keepFigures('load-replicas', { rows, answered: replicas[0]!.reads, primaryReads })}`);

interface Figures {
  readonly primary: number;
  readonly node: number;
  readonly latency: number;
}

async function measure(read: (database: Database) => Promise<unknown>, database: Database): Promise<Figures> {
  const end = performance.now() + seconds * 1_000;
  const before = { primary: primaryTime(), node: process.cpuUsage() };
  let done = 0;
  let taken = 0;
  const reader = async () => {
    while (performance.now() < end) {
      const start = performance.now();
      await read(database);
      taken += performance.now() - start;
      done += 1;
    }
  };
  const writer = async () => {
    for (; performance.now() < end; await pause(20)) await write(plain);
  };
  await Promise.all([writer(), ...Array.from({ length: atOnce }, reader)]);
  const { user, system } = process.cpuUsage(before.node);
  return {
    primary: (primaryTime() - before.primary) / done,
    node: (user + system) / 1_000 / done,
    latency: taken / done,
  };
}

function primaryTime(): number {
  return processorMilliseconds(postmaster)!;
}

function idOf(place: number): string {
  return `00000000-0000-7000-8000-${place.toString(16).padStart(12, '0')}`;
}

async function fill(database: Database): Promise<void> {
  const statements = [
    sql`INSERT INTO organizations (org_id, name, plan, created_at) VALUES ('org_a', 'A', 'free', 0)`,
    sql`INSERT INTO generators (generator_id, org_id, name, mode, status, supported_formats, created_at)
        VALUES ('gen_a', 'org_a', 'G', 'client', 'active', '["image"]', 0)`,
    sql`INSERT INTO records (record_id, org_id, generator_id, kid, watermark_id, model, format, mode, content_hash, signed_at)
        SELECT '00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'), 'org_a', 'gen_a', 'k', 'w' || n, 'm', 'image', 'client', 'h', 0
        FROM generate_series(0, ${sql.lit(records - 1)}) n`,
    sql`INSERT INTO watermarks SELECT watermark_id, record_id FROM records`,
    sql`INSERT INTO record_signatures SELECT record_id, '\\x00' FROM records`,
    sql`INSERT INTO triples (hash, slot, place, track) SELECT n * 2147, 0, 0, n % 5000 FROM generate_series(1, ${sql.lit(triples)}) n`,
  ];
  await database.transaction(async (transaction) => {
    for (const statement of statements) await statement.execute(transaction);
  });
  await sql`ANALYZE`.execute(database.read);
}

async function write(database: Database): Promise<void> {
  await database.transaction((transaction) =>
    sql`UPDATE organizations SET name = name WHERE org_id = 'org_a'`.execute(transaction),
  );
}
