// GET /v1/analytics/overview after a thousand and after five million verifications, over HTTP, on
// SQLite and, if available, on PostgreSQL. Some of the events go through the real stream. The rest
// are rows of the roll-ups, written directly.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../service/src/adapters/database/database.ts';
import { createEventStream } from '../../service/src/events/event-stream.ts';
import { dayOf, spansOf } from '../../service/src/resources/analytics/analytics-days.ts';
import { countActivity, formats, sources } from '../../service/src/resources/analytics/count-activity.ts';
import { isPostgresHere } from '../../service/test-support/postgres-server.ts';
import { type DatabaseKind, startRunningService } from '../../service/test-support/running-service.ts';
import { makeSigningAccount, type SigningAccount } from '../../service/test-support/signing-client.ts';
import { formatTable, keepFigures, median } from '../measurement.ts';

const days = 90;
const dayMilliseconds = 24 * 60 * 60 * 1_000;
const few = 1_000;
const many = 5_000_000;
const throughStream = 10_000;
const recordsPerDay = 10_000;
const rounds = 60;
const mostMilliseconds = 50;
const mostRatio = 1.5;

const today = Date.now();
const allDays = Array.from({ length: days }, (_, age) => today - (days - 1 - age) * dayMilliseconds);

const results: { database: DatabaseKind; few: number; many: number }[] = [];
for (const kind of ['sqlite', 'postgres'] as const) {
  if (kind === 'sqlite' || isPostgresHere()) results.push({ database: kind, ...(await measure(kind)) });
}
const verdicts = results.map((each) => {
  const ratio = each.many / each.few;
  return { ...each, ratio, met: ratio <= mostRatio && each.many < mostMilliseconds };
});
const rows = verdicts.map(({ database, few, many, ratio, met }) => [
  database,
  few.toFixed(1),
  many.toFixed(1),
  ratio.toFixed(2),
  met ? 'met' : 'MISSED',
]);
const heads = ['median ms of an overview', '1 thousand', '5 million', 'ratio', 'ratio ≤ 1.5, under 50 ms'];
console.log(`\n${formatTable([heads, ...rows])}\n`);
console.log(`Figures: ${keepFigures('speed-analytics', { days, few, many, rounds, verdicts })}`);
if (verdicts.some(({ met }) => !met)) process.exitCode = 1;

async function measure(kind: DatabaseKind): Promise<{ few: number; many: number }> {
  const service = await startRunningService({ database: kind });
  try {
    const { database, live } = service;
    const small = await makeSigningAccount(service, 'enterprise');
    const large = await makeSigningAccount(service, 'enterprise');
    await appendVerifications(database, small.orgId, few);
    await appendVerifications(database, large.orgId, throughStream);
    await fillRollUps(database, large.orgId, many - throughStream);
    if (kind === 'postgres') await database.transaction((transaction) => sql`ANALYZE`.execute(transaction));

    const ask = async ({ key }: SigningAccount, expected: number): Promise<number> => {
      const started = performance.now();
      const { body } = await live.call('GET', `/v1/analytics/overview?days=${days}`, { token: key });
      const took = performance.now() - started;
      assert.equal(body.total_verifications, expected);
      assert.equal(body.top_records.length, 10);
      return took;
    };
    const times = { few: [] as number[], many: [] as number[] };
    for (let round = -10; round < rounds; round += 1) {
      const took = { few: await ask(small, few), many: await ask(large, many) };
      // The first rounds warm up.
      if (round >= 0) for (const name of ['few', 'many'] as const) times[name].push(took[name]);
    }
    return { few: median(times.few), many: median(times.many) };
  } finally {
    await service.stop();
  }
}

/** Written as by POST /v1/verify, with a clock that advances through the window. */
async function appendVerifications(database: Database, orgId: string, count: number): Promise<void> {
  await database.transaction((transaction) =>
    transaction.updateTable('event_heads').set({ occurred_at: 0 }).where('org_id', '=', orgId).execute(),
  );
  for (const [index, time] of allDays.entries()) {
    const stream = createEventStream(randomBytes(32), () => time);
    stream.follow(countActivity);
    const share = Math.floor(((index + 1) * count) / days) - Math.floor((index * count) / days);
    const events = Array.from({ length: share }, (_, place) => ({
      type: 'verify' as const,
      signedAt: time,
      metadata: {
        record_id: `record-${(index * 7 + place) % 500}`,
        authentic: place % 10 !== 0,
        tampered: place % 10 === 0,
        confidence: 'high',
        token_source: sources[place % sources.length]!,
        format: formats[place % 4] as 'image',
      },
    }));
    await database.transaction((transaction) => stream.append(transaction, orgId, events));
  }
}

/** Each day many records, a few of them far more often than the others. */
async function fillRollUps(database: Database, orgId: string, count: number): Promise<void> {
  let left = count;
  for (const [index, time] of allDays.entries()) {
    const share = index === days - 1 ? left : Math.floor(count / days);
    left -= share;
    const record = sql`'many-' || ((i * 7919 + ${sql.lit(index * 13)}) % 60000)`;
    const numbers = sql`WITH RECURSIVE numbers (i) AS
      (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < ${sql.lit(recordsPerDay)})`;
    await database.transaction(async (transaction) => {
      await sql`INSERT INTO record_activity ${numbers}
        SELECT ${orgId}, ${record}, ${dayOf(time)}, 1 + 5300 / i, 0, 1 + 5300 / i, 0, 0, 0 FROM numbers`.execute(
        transaction,
      );
      for (const span of spansOf(time)) {
        await sql`INSERT INTO record_ranking ${numbers}
          SELECT ${orgId}, ${span}, ${record}, 1 + 5300 / i FROM numbers WHERE true
          ON CONFLICT (org_id, span, record_id)
          DO UPDATE SET verifications = record_ranking.verifications + excluded.verifications`.execute(transaction);
      }
      await transaction
        .updateTable('daily_activity')
        .set({ verifications: sql<number>`verifications + ${share}`, authentic: sql<number>`authentic + ${share}` })
        .where('org_id', '=', orgId)
        .where('day', '=', dayOf(time))
        .execute();
    });
  }
}
