// The quota over a real database with the test's own clock: months in UTC, one notice each, groups
// completely or not at all, nothing counted in a sandbox.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { insertOrganization, makeCheckedRecord, openRecordDoor } from '../../../test-support/record-door.ts';
import { countStored } from '../../../test-support/stored-counts.ts';
import { openTestDatabase, type TestDatabase } from '../../../test-support/test-database.ts';
import type { CallingOrganization } from '../../access/caller.ts';
import type { Database } from '../../adapters/database/database.ts';
import { migrate } from '../../database/migrate.ts';
import type { PlanName } from '../../plans/plans.ts';
import { createBillingService } from './billing.service.ts';

onEachDatabase((kind) => {
  let opened: TestDatabase;
  let database: Database;
  before(async () => {
    opened = await openTestDatabase(kind);
    database = opened.database;
    await migrate(database);
  });
  after(() => opened.remove());

  /** An organization and its quota, with a clock that the test sets. */
  async function begin(plan: PlanName, { counts = true, time = Date.UTC(2026, 0, 15) } = {}) {
    const clock = { time };
    const { quota, admission } = openRecordDoor(database, { counts, now: () => clock.time });
    const organization = await insertOrganization(database, plan);
    const reserve = (...groups: number[]) =>
      database.transaction((transaction) => quota.reserve(transaction, organization, groups));
    const billing = createBillingService(database, 'http://live.test/billing', () => clock.time);
    return { clock, quota, admission, organization, reserve, usage: () => billing.usage(organization) };
  }

  test('the month changes at midnight UTC, with the count, the block and the notices', async () => {
    const { clock, quota, organization, reserve, usage } = await begin('free', {
      time: Date.UTC(2026, 1, 28, 23, 59, 59, 999),
    });
    const typesOf = ({ events }: { events: readonly { type: string }[] }) => events.map(({ type }) => type);
    assert.deepEqual(typesOf(await reserve(500)), ['quota_warning']);
    assert.deepEqual(typesOf(await reserve(1)), ['quota_limit']);
    assert.deepEqual(typesOf(await reserve(1)), []);
    assert.equal((await quota.findRefusal(organization))?.code, 'signature_limit_reached');
    const february = await usage();
    assert.deepEqual(
      [february.signatures_used, february.period_start, february.period_end],
      [500, '2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
    );

    clock.time += 1;
    assert.equal(await quota.findRefusal(organization), undefined);
    assert.equal((await usage()).signatures_used, 0);
    assert.deepEqual(typesOf(await reserve(500)), ['quota_warning']);
    assert.deepEqual(typesOf(await reserve(1)), ['quota_limit']);
    assert.deepEqual(
      [(await usage()).signatures_used, (await usage()).period_start],
      [500, '2026-03-01T00:00:00.000Z'],
    );

    clock.time = Date.UTC(2026, 11, 31, 23, 59, 59, 999);
    assert.equal((await usage()).period_end, '2027-01-01T00:00:00.000Z');
  });

  test('records admitted before and after midnight count for their own month', async () => {
    const { clock, admission, organization, usage } = await begin('free', {
      time: Date.UTC(2026, 5, 30, 23, 59, 59, 999),
    });
    const admit = () => admission.admit({ organization, actor: 'kid_test', records: [makeCheckedRecord()] });
    await Promise.all([admit(), admit(), admit()]);
    clock.time += 1;
    await admit();
    assert.equal((await usage()).signatures_used, 1);
    assert.deepEqual(await countStored(database, organization.orgId), { records: 4, used: 4, signEvents: 4 });
  });

  test('groups are accepted in order while they fit, each completely', async () => {
    const { reserve, usage } = await begin('free');
    await reserve(480);
    const { accepted, refusal } = await reserve(30, 15, 10, 5, 0, 1);
    assert.deepEqual(accepted, [false, true, false, true, true, false]);
    assert.deepEqual([refusal?.details.limit, refusal?.details.current], [500, 500]);
    assert.equal((await usage()).signatures_used, 500);
  });

  test('a batch that is too large for the rest is refused without a limit notice, because single records still fit', async () => {
    const { reserve } = await begin('free');
    await reserve(499);
    const { accepted, events, refusal } = await reserve(2);
    assert.deepEqual([accepted, events, refusal?.details.current], [[false], [], 499]);
    assert.deepEqual((await reserve(1)).accepted, [true]);
  });

  test('beyond the limit, as after a change to a smaller plan, only records that add nothing are accepted', async () => {
    const { quota, organization, reserve, usage } = await begin('growth');
    await reserve(600);
    const smaller: CallingOrganization = { ...organization, plan: 'free' };
    const { accepted, refusal } = await database.transaction((transaction) =>
      quota.reserve(transaction, smaller, [0, 1, 0]),
    );
    assert.deepEqual([accepted, refusal?.details.current], [[true, false, true], 600]);
    assert.equal((await quota.findRefusal(smaller))?.details.current, 600);
    assert.equal((await usage()).signatures_used, 600);
  });

  test('the warning comes with the signature that crosses 80%, and names the count', async () => {
    for (const [plan, limit] of [
      ['free', 500],
      ['starter', 5_000],
      ['growth', 25_000],
      ['scale', 150_000],
    ] as const) {
      const { reserve } = await begin(plan);
      const threshold = limit * 0.8;
      assert.deepEqual((await reserve(threshold - 1)).events, []);
      const metadata = { plan, limit, current: threshold + 1, period_end: '2026-02-01T00:00:00.000Z' };
      assert.deepEqual((await reserve(1, 1)).events, [{ type: 'quota_warning', metadata }]);
      assert.deepEqual((await reserve(1)).events, []);
    }
  });

  test('paid plans are never refused, and enterprise has no notices', async () => {
    for (const plan of ['starter', 'growth', 'scale', 'enterprise'] as const) {
      const { quota, organization, reserve } = await begin(plan);
      await reserve(200_000);
      const { accepted, refusal, events } = await reserve(50, 1);
      assert.deepEqual([accepted, refusal, events], [[true, true], undefined, []]);
      assert.equal(await quota.findRefusal(organization), undefined);
    }
  });

  test('a sandbox counts nothing and never blocks', async () => {
    const { quota, organization, reserve, usage } = await begin('free', { counts: false });
    assert.deepEqual(await reserve(600, 1), { accepted: [true, true], events: [], refusal: undefined });
    assert.equal(await quota.findRefusal(organization), undefined);
    assert.equal((await usage()).signatures_used, 0);
  });
});
