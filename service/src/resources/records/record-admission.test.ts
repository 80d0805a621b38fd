// Storing records on both databases, by one node and by two at once: the limit is exact, a batch is
// complete or absent, a record is stored once, and one failed submission does not affect the
// others.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { refuseInserts } from '../../../test-support/database-faults.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import {
  chainKey,
  insertOrganization,
  makeCheckedRecord,
  openRecordDoor,
  type RecordDoor,
} from '../../../test-support/record-door.ts';
import { allOf, countStored, setUsed } from '../../../test-support/stored-counts.ts';
import { openTestDatabase, type TestDatabase } from '../../../test-support/test-database.ts';
import type { CallingOrganization } from '../../access/caller.ts';
import type { Database } from '../../adapters/database/database.ts';
import { migrate } from '../../database/migrate.ts';
import { verifyChain } from '../../events/verify-chain.ts';
import { ServiceError } from '../../http/error-catalogue.ts';
import type { CheckedRecord } from './record-admission.ts';

onEachDatabase((kind) => {
  let opened: TestDatabase;
  let database: Database;
  /** Two nodes over the same data. */
  let doors: readonly RecordDoor[];
  before(async () => {
    opened = await openTestDatabase(kind);
    database = opened.database;
    await migrate(database);
    doors = [openRecordDoor(database), openRecordDoor(opened.openAgain())];
  });
  after(() => opened.remove());

  const admit = (organization: CallingOrganization, records: readonly CheckedRecord[], node = 0) =>
    doors[node]!.admission.admit({ organization, actor: 'kid_test', records });
  const many = (count: number, fields: Partial<CheckedRecord> = {}) =>
    Array.from({ length: count }, () => makeCheckedRecord(fields));

  test('64 submissions to two nodes at 499 of 500: exactly one is stored', async () => {
    const organization = await insertOrganization(database, 'free');
    await setUsed(database, organization.orgId, 499);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 64 }, (_, index) => admit(organization, many(1), index % 2)),
    );
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    assert.deepEqual(codesOf(outcomes), new Set(['signature_limit_reached']));
    assert.deepEqual(await countStored(database, organization.orgId), { records: 1, used: 500, signEvents: 1 });
    const events = await database.read
      .selectFrom('events')
      .selectAll()
      .where('org_id', '=', organization.orgId)
      .execute();
    assert.equal(events.filter(({ type }) => type === 'quota_limit').length, 1);
    assert.deepEqual(await verifyChain(database.read, chainKey, organization.orgId), { events: 2 });
    assert.equal((await database.read.selectFrom('mail_queue').selectAll().execute()).length, 1);
  });

  test('a batch that would cross the limit stores nothing, and one that just fits is stored completely', async () => {
    const organization = await insertOrganization(database, 'free');
    await setUsed(database, organization.orgId, 480);
    await assert.rejects(admit(organization, many(21)), (problem) => {
      assert.ok(problem instanceof ServiceError);
      assert.deepEqual(
        [problem.code, problem.details.limit, problem.details.current],
        ['signature_limit_reached', 500, 480],
      );
      return true;
    });
    assert.deepEqual(await countStored(database, organization.orgId), { records: 0, used: 480, signEvents: 0 });
    assert.equal((await admit(organization, many(20))).length, 20);
    assert.deepEqual(await countStored(database, organization.orgId), { records: 20, used: 500, signEvents: 20 });
  });

  test('simultaneous batches are stored completely or not at all, none that fits is refused, and the limit is exact', async () => {
    const organization = await insertOrganization(database, 'free');
    await setUsed(database, organization.orgId, 300);
    const sizes = Array.from({ length: 40 }, (_, index) => 1 + ((index * 7) % 50));
    const outcomes = await Promise.allSettled(sizes.map((size, index) => admit(organization, many(size), index % 2)));
    const stored = outcomes.reduce(
      (sum, outcome) => sum + (outcome.status === 'fulfilled' ? outcome.value.length : 0),
      0,
    );
    assert.deepEqual(await countStored(database, organization.orgId), {
      records: stored,
      used: 300 + stored,
      signEvents: stored,
    });
    // The free room only shrinks: a refused group would not fit into what is left.
    const refused = sizes.filter((_, index) => outcomes[index]!.status === 'rejected');
    assert.ok(stored <= 200 && Math.min(...refused) > 200 - stored);
    assert.ok('events' in (await verifyChain(database.read, chainKey, organization.orgId)));
  });

  test('one record sent to two nodes 40 times at once is stored once, and all get the same id', async () => {
    const organization = await insertOrganization(database, 'growth');
    const record = makeCheckedRecord();
    const all = await Promise.all(Array.from({ length: 40 }, (_, index) => admit(organization, [record], index % 2)));
    assert.equal(new Set(all.flat().map(({ recordId }) => recordId)).size, 1);
    assert.equal(new Set(all.flat().map(({ logIndex }) => logIndex)).size, 1);
    assert.deepEqual(await countStored(database, organization.orgId), allOf(1));
  });

  test('a watermark_id that two organizations want at once on two nodes goes to one of them', async () => {
    const rivals = [await insertOrganization(database, 'growth'), await insertOrganization(database, 'growth')];
    for (let round = 0; round < 10; round += 1) {
      const { watermarkId } = makeCheckedRecord();
      const outcomes = await Promise.allSettled(
        rivals.map((organization, node) => admit(organization, [...many(3), makeCheckedRecord({ watermarkId })], node)),
      );
      assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
      assert.deepEqual(codesOf(outcomes), new Set(['watermark_id_taken']));
    }
    const counts = await Promise.all(rivals.map(({ orgId }) => countStored(database, orgId)));
    for (const count of counts) assert.deepEqual(count, allOf(count.records));
    assert.equal(counts[0]!.records + counts[1]!.records, 40);
  });

  test('a record of one organization is never that of another, even if everything else is equal', async () => {
    const record = makeCheckedRecord();
    await admit(await insertOrganization(database, 'growth'), [record]);
    const stranger = await insertOrganization(database, 'growth');
    assert.deepEqual(codesOf(await Promise.allSettled([admit(stranger, [record])])), new Set(['watermark_id_taken']));
    assert.deepEqual(await countStored(database, stranger.orgId), allOf(0));
  });

  test('a submission that fails in the database does not affect its neighbors', async () => {
    const organization = await insertOrganization(database, 'growth');
    const lift = await refuseInserts(database, 'records', "NEW.model = 'poison'");
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 9 }, () => admit(organization, many(2))),
      admit(organization, [...many(2), makeCheckedRecord({ model: 'poison' })]),
      ...Array.from({ length: 9 }, () => admit(organization, many(2))),
    ]);
    await lift();
    assert.deepEqual(
      outcomes.map(({ status }) => status === 'fulfilled'),
      outcomes.map((_, index) => index !== 9),
    );
    assert.deepEqual(await countStored(database, organization.orgId), allOf(36));
  });
});

function codesOf(outcomes: readonly PromiseSettledResult<unknown>[]): Set<string> {
  return new Set(
    outcomes
      .filter((outcome) => outcome.status === 'rejected')
      .map(({ reason }) => (reason instanceof ServiceError ? reason.code : String(reason))),
  );
}
