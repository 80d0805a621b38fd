// Many verifications of one organization at once, on both databases: one event each, in few
// transactions, in one chain. If some fail, those after them are not lost.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { refuseInserts } from '../../../test-support/database-faults.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { openTestDatabase, type TestDatabase } from '../../../test-support/test-database.ts';
import { makeIdentifier } from '../../access/identifiers.ts';
import { migrate } from '../../database/migrate.ts';
import type { NewEvent } from '../../events/event-catalogue.ts';
import { createEventStream } from '../../events/event-stream.ts';
import { verifyChain } from '../../events/verify-chain.ts';
import { createVerificationLog } from './verification-log.ts';

onEachDatabase((kind) => {
  const key = randomBytes(32);
  let opened: TestDatabase;
  before(async () => {
    opened = await openTestDatabase(kind);
    await migrate(opened.database);
  });
  after(() => opened.remove());

  /** Returns the log, and counts the transactions and the events that their hooks received. */
  function openLog() {
    const stream = createEventStream(key);
    const seen = { transactions: 0, told: 0 };
    stream.follow(async (transaction, _, events) => {
      seen.transactions += 1;
      transaction.afterCommit(async () => {
        seen.told += events.length;
      });
    });
    return { log: createVerificationLog(opened.database, stream), seen };
  }
  const found = (record: number): NewEvent => ({
    type: 'verify',
    signedAt: 0,
    metadata: {
      record_id: `rec_${record}`,
      authentic: true,
      tampered: false,
      confidence: 'high',
      token_source: 'xmp',
      format: 'image',
    },
  });

  test('sixty events at once of two organizations are each stored once and reported once', async () => {
    const { log, seen } = openLog();
    const orgs = [makeIdentifier('org'), makeIdentifier('org')];
    await Promise.all(Array.from({ length: 60 }, (_, place) => log(orgs[place % 2]!, found(place))));
    for (const org of orgs) assert.deepEqual(await verifyChain(opened.database.read, key, org), { events: 30 });
    assert.equal(seen.told, 60);
    assert.ok(seen.transactions <= 8, `${seen.transactions} transactions`);
  });

  test('a single event does not wait for others', async () => {
    const { log, seen } = openLog();
    const org = makeIdentifier('org');
    for (let place = 0; place < 3; place += 1) await log(org, found(place));
    assert.equal(seen.transactions, 3);
    assert.deepEqual(await verifyChain(opened.database.read, key, org), { events: 3 });
  });

  test('the hooks of an event delay its own caller, not the next transaction', async () => {
    const stream = createEventStream(key);
    const log = createVerificationLog(opened.database, stream);
    const [org, started, goOn] = [makeIdentifier('org'), Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let isFirst = true;
    stream.follow(async (transaction) => {
      if (isFirst) transaction.afterCommit(() => Promise.all([started.resolve(), goOn.promise]).then(() => undefined));
      isFirst = false;
    });
    let isAnswered = false;
    const first = log(org, found(1)).then(() => {
      isAnswered = true;
    });
    await started.promise;
    await log(org, found(2));
    assert.deepEqual(await verifyChain(opened.database.read, key, org), { events: 2 });
    assert.equal(isAnswered, false);
    goOn.resolve();
    await first;
  });

  test('if the database refuses a shared transaction, all its events fail, and the next one is stored', async () => {
    const { log } = openLog();
    const org = makeIdentifier('org');
    const lift = await refuseInserts(opened.database, 'events');
    const refused = await Promise.allSettled(Array.from({ length: 5 }, (_, place) => log(org, found(place))));
    assert.ok(refused.every(({ status }) => status === 'rejected'));
    await lift();
    await log(org, found(5));
    assert.deepEqual(await verifyChain(opened.database.read, key, org), { events: 1 });
  });
});
