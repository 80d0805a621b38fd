// How many verification events of one organization a node stores per second, each durable before
// its caller continues, on both databases. The processor time says what causes the limit.
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../service/src/adapters/database/database.ts';
import { openPostgresDatabase } from '../../service/src/adapters/database/postgres/postgres-database.ts';
import { openSqliteDatabase } from '../../service/src/adapters/database/sqlite/sqlite-database.ts';
import { migrate } from '../../service/src/database/migrate.ts';
import type { NewEvent } from '../../service/src/events/event-catalogue.ts';
import { createEventStream } from '../../service/src/events/event-stream.ts';
import { verifyChain } from '../../service/src/events/verify-chain.ts';
import { countActivity } from '../../service/src/resources/analytics/count-activity.ts';
import { insertRecords } from '../../service/src/resources/records/records.store.ts';
import { createVerificationLog } from '../../service/src/resources/verify/verification-log.ts';
import { runSql, startPostgres } from '../../service/test-support/postgres-server.ts';
import { processorMilliseconds } from '../../service/test-support/process-tree.ts';
import { formatTable, keepFigures } from '../measurement.ts';

const seconds = Number(process.env.SECONDS ?? 10);
const records = Number(process.env.RECORDS ?? 10_000);
const callers = Number(process.env.CALLERS ?? 1_000);
const orgId = 'org_one';
const signedAt = Date.now();
const chainKey = randomBytes(32);
const onProblem = (problem: unknown) => console.error(problem);
const rows: string[][] = [];

const server = await startPostgres({ durable: true });
try {
  const url = await server.createDatabase();
  const folder = String(await runSql(url, 'SHOW data_directory'));
  const postmaster = Number(readFileSync(`${folder}/postmaster.pid`, 'utf8').split('\n')[0]);
  await measure('PostgreSQL', openPostgresDatabase({ url, onProblem }), () => processorMilliseconds(postmaster) ?? 0);
} finally {
  await server.stop();
}
const folder = mkdtempSync(join(tmpdir(), 'one-organization-'));
try {
  await measure('SQLite', openSqliteDatabase(join(folder, 'live.sqlite'), { onProblem }), () => 0);
} finally {
  rmSync(folder, { recursive: true });
}
console.log(
  formatTable([['database', 'events/s', 'p50 ms', 'p99 ms', 'node CPU ms/event', 'database CPU ms/event'], ...rows]),
);
console.log(`Figures: ${keepFigures('load-one-organization', { callers, records, rows })}`);

async function measure(name: string, database: Database, databaseTime: () => number): Promise<void> {
  await migrate(database);
  const recordIds = await fill(database);
  const stream = createEventStream(chainKey);
  stream.follow(countActivity);
  const log = createVerificationLog(database, stream);
  const times: number[] = [];
  const before = { node: process.cpuUsage(), database: databaseTime(), time: performance.now() };
  const end = before.time + seconds * 1_000;
  const caller = async () => {
    while (performance.now() < end) {
      const start = performance.now();
      await log(orgId, verificationOf(recordIds[Math.floor(Math.random() * recordIds.length)]!));
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const taken = (performance.now() - before.time) / 1_000;
  const { user, system } = process.cpuUsage(before.node);
  times.sort((left, right) => left - right);
  const verdict = await verifyChain(database.read, chainKey, orgId);
  if (!('events' in verdict) || verdict.events !== times.length) throw new Error(JSON.stringify(verdict));
  await database.close();
  rows.push([
    name,
    Math.round(times.length / taken).toString(),
    times[times.length >> 1]!.toFixed(0),
    times[Math.floor(times.length * 0.99)]!.toFixed(0),
    ((user + system) / 1_000 / times.length).toFixed(3),
    ((databaseTime() - before.database) / times.length).toFixed(3),
  ]);
}

function verificationOf(recordId: string): NewEvent {
  return {
    type: 'verify',
    signedAt,
    metadata: {
      record_id: recordId,
      authentic: true,
      tampered: false,
      confidence: 'high',
      token_source: 'xmp',
      format: 'image',
    },
  };
}

async function fill(database: Database): Promise<string[]> {
  const recordIds = Array.from({ length: records }, () => randomUUIDv7());
  for (let start = 0; start < records; start += 500) {
    const rows = recordIds.slice(start, start + 500).map((recordId) => ({
      record_id: recordId,
      org_id: orgId,
      generator_id: 'gen_one',
      kid: 'kid_one',
      watermark_id: recordId,
      model: 'model',
      format: 'image' as const,
      mode: 'server' as const,
      content_hash: `sha3-256:${recordId}`,
      signature: randomBytes(16),
      signed_at: signedAt,
    }));
    await database.transaction((transaction) => insertRecords(transaction, rows));
  }
  return recordIds;
}
