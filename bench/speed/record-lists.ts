// GET /v1/records with 100,000 records of one organization among as many of others, over HTTP, on
// SQLite and, if available, on PostgreSQL: every filter, a deep page, searches, and filters that
// match nothing. A response takes less than 200 ms. Rare matches need several responses, so the
// time of a whole page is measured too. `RECORDS=…` changes the number of records.
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Database } from '../../service/src/adapters/database/database.ts';
import { isPostgresHere } from '../../service/test-support/postgres-server.ts';
import { type DatabaseKind, startRunningService } from '../../service/test-support/running-service.ts';
import { makeSigningAccount } from '../../service/test-support/signing-client.ts';
import { formatTable, keepFigures, median } from '../measurement.ts';

const count = Number(process.env.RECORDS ?? 100_000);
const rowsPerStep = 25_000;
const rounds = 60;
const pageSize = 20;
const mostMilliseconds = 200;
const firstSignedAt = 1_700_000_000_000;
const rareEvery = 9_973;

interface Measured {
  readonly name: string;
  /** In milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Records on the page. */
  readonly found: number;
  /** Responses until the page is full or nothing is left, and the median of their time together. */
  readonly responses: number;
  readonly whole: number;
}

const results: { database: DatabaseKind; measured: Measured[] }[] = [];
for (const kind of ['sqlite', 'postgres'] as const)
  if (kind === 'sqlite' || isPostgresHere()) results.push({ database: kind, measured: await measure(kind) });

for (const { database, measured } of results) {
  const rows = measured.map(({ name, p50, p99, found, responses, whole }) => [
    `${database}: ${name}`,
    p50.toFixed(1),
    p99.toFixed(1),
    `${found}`,
    `${responses}`,
    whole.toFixed(1),
    p99 < mostMilliseconds ? 'met' : 'MISSED',
  ]);
  console.log(
    `\n${formatTable([['', 'p50 ms', 'p99 ms', 'found', 'responses', 'page ms', 'p99 under 200 ms'], ...rows])}`,
  );
}
console.log(`\nFigures: ${keepFigures('speed-record-lists', { count, rounds, results })}`);
if (results.some(({ measured }) => measured.some(({ p99 }) => p99 >= mostMilliseconds))) process.exitCode = 1;

async function measure(kind: DatabaseKind): Promise<Measured[]> {
  const service = await startRunningService({ database: kind });
  try {
    const { database, live } = service;
    const org = await makeSigningAccount(service, 'enterprise');
    await live.call('PATCH', '/v1/account/record-settings', { token: org.key, body: { keeps_labels: true } });
    await fill(database, org.orgId, org.generatorId, '018f0000-0000-7000-8000');
    await fill(database, 'org_other', 'gen_other', '018f0000-0000-7000-9000');
    if (kind === 'postgres') await database.transaction((transaction) => sql`ANALYZE`.execute(transaction));

    const deep = `${new Date(firstSignedAt + count / 50).toISOString()}~x`;
    const queries: Record<string, string> = {
      'first page': '',
      'a deep page': `before=${encodeURIComponent(deep)}`,
      'time, the oldest hundredth': `to=${new Date(firstSignedAt + count / 100).toISOString()}`,
      generator: `generator_id=${org.generatorId}`,
      'generator without records': 'generator_id=gen_none',
      'rare model': 'model=rare-model',
      format: 'format=text',
      'format without records': 'format=video',
      verified: 'verdict=verified',
      'never verified': 'verdict=never_verified',
      'not as signed': 'verdict=tampered',
      'not proven': 'verdict=not_proven',
      'usual model and format without records': 'model=usual-model&format=video',
      'rare model and never verified': 'model=rare-model&verdict=never_verified',
      'label, found often': 'search=picture',
      'label, found at the end': 'search=picture%2042.jpg',
      'label, found nowhere': 'search=nowhere',
      'label and format without records': 'search=picture&format=video',
      'content hash': `search=sha3-256:${'0'.repeat(63)}1`,
      'record ID': 'search=018f0000-0000-7000-8000-000000000042',
    };
    const measured: Measured[] = [];
    for (const [name, query] of Object.entries(queries)) {
      const times: number[] = [];
      const wholes: number[] = [];
      let [found, responses] = [0, 0];
      for (let round = -5; round < rounds; round += 1) {
        [found, responses] = [0, 0];
        let whole = 0;
        for (let next = ''; responses === 0 || (found < pageSize && next); responses += 1) {
          const started = performance.now();
          const path = `/v1/records?limit=${pageSize - found}&${query}${next}`;
          const { status, body } = await live.call('GET', path, { token: org.key });
          const took = performance.now() - started;
          assert.equal(status, 200);
          // The first rounds warm up.
          if (round >= 0) times.push(took);
          whole += took;
          found += body.records.length;
          next = body.next_cursor ? `&before=${encodeURIComponent(body.next_cursor)}` : '';
        }
        if (round >= 0) wholes.push(whole);
      }
      times.sort((left, right) => left - right);
      const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))]!;
      measured.push({ name, p50: at(0.5), p99: at(0.99), found, responses, whole: median(wholes) });
    }
    return measured;
  } finally {
    await service.stop();
  }
}

/** A tenth of the records was verified, and every record has a label. */
async function fill(database: Database, orgId: string, generatorId: string, prefix: string): Promise<void> {
  const isSqlite = database.kind === 'sqlite';
  const hex = (digits: number) =>
    isSqlite ? sql`printf(${sql.lit(`%0${digits}x`)}, i)` : sql`lpad(to_hex(i), ${sql.lit(digits)}, '0')`;
  const signature = isSqlite ? sql`randomblob(3309)` : sql`decode(repeat(md5(i::text), 207), 'hex')`;
  const id = sql`${sql.lit(`${prefix}-`)} || ${hex(12)}`;
  for (let first = 0; first < count; first += rowsPerStep) {
    const last = Math.min(first + rowsPerStep, count) - 1;
    const numbers = sql`WITH RECURSIVE numbers (i) AS
      (SELECT ${sql.lit(first)} UNION ALL SELECT i + 1 FROM numbers WHERE i < ${sql.lit(last)})`;
    await database.transaction(async (transaction) => {
      await sql`INSERT INTO records (record_id, org_id, generator_id, kid, watermark_id, model, format, mode,
          content_hash, signed_at) ${numbers}
        SELECT ${id}, ${orgId}, ${generatorId}, 'key-1', ${id},
          CASE WHEN i % ${sql.lit(rareEvery)} = 0 THEN 'rare-model' ELSE 'usual-model' END,
          CASE WHEN i % 3 = 0 THEN 'text' ELSE 'image' END, 'client', 'sha3-256:' || ${hex(64)},
          ${sql.lit(firstSignedAt)} + i FROM numbers`.execute(transaction);
      await sql`INSERT INTO watermarks ${numbers} SELECT ${id}, ${id} FROM numbers`.execute(transaction);
      await sql`INSERT INTO record_signatures ${numbers} SELECT ${id}, ${signature} FROM numbers`.execute(transaction);
      await sql`INSERT INTO record_labels ${numbers} SELECT ${id}, ${orgId}, ${sql.lit(firstSignedAt)} + i,
        'Picture ' || i || '.jpg', 'picture ' || i || '.jpg' FROM numbers`.execute(transaction);
      await sql`INSERT INTO record_counts ${numbers} SELECT ${orgId}, ${sql.lit(firstSignedAt)} + i, ${id}, 2,
        CASE WHEN i % 20 = 0 THEN 2 ELSE 1 END, CASE WHEN i % 20 = 0 THEN 0 ELSE 1 END
        FROM numbers WHERE i % 10 = 0`.execute(transaction);
    });
  }
}
