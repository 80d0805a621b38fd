// The index of perceptual hashes never misses a stored record, however late it is committed, and
// whatever the clocks do.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { openTestDatabase, type TestDatabase } from '../../../test-support/test-database.ts';
import { migrate } from '../../database/migrate.ts';
import { createSimilarRecords, type SimilarRecords } from './similar-records.ts';

const minute = 60_000;

onEachDatabase((kind) => {
  let opened: TestDatabase;
  let clock: number;
  let similar: SimilarRecords;
  before(async () => {
    opened = await openTestDatabase(kind);
    await migrate(opened.database);
  });
  beforeEach(() => {
    clock = Date.now();
    similar = createSimilarRecords(opened.database, () => clock);
  });
  after(() => opened.remove());

  /** A row for a record whose id was made at this time. */
  function recordOf(time: number) {
    const hex = time.toString(16).padStart(12, '0') + '7abc8'.padEnd(8, '0') + randomBytes(6).toString('hex');
    const recordId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
    const phash = randomBytes(8).toString('hex');
    return {
      record_id: recordId,
      org_id: 'org_a',
      generator_id: 'gen_a',
      kid: 'key-1',
      watermark_id: recordId,
      model: 'm',
      format: 'image' as const,
      mode: 'server' as const,
      content_hash: 'sha3-256:00',
      original_hash: null,
      signature: new Uint8Array(8),
      phash,
      signed_at: time,
    };
  }

  /** Stores a record. Returns its id and its hash. */
  async function store(time: number): Promise<{ recordId: string; phash: string }> {
    const row = recordOf(time);
    await opened.database.transaction((transaction) => transaction.insertInto('records').values(row).execute());
    return { recordId: row.record_id, phash: row.phash };
  }

  async function expectFound({ recordId, phash }: { recordId: string; phash: string }): Promise<void> {
    assert.deepEqual(await similar.find(phash, 'image', 5), [recordId]);
  }

  test('a record that is committed minutes after its id, after many newer ones, is found', async () => {
    for (let count = 0; count < 20; count += 1) await expectFound(await store(clock - 20 + count));
    for (const age of [0.2, 1, 3, 9]) await expectFound(await store(clock - age * minute));
  });

  test('stored records are read at the start, and a load that was interrupted continues', async () => {
    const rows = Array.from({ length: 7_000 }, (_, place) => recordOf(clock - 90 * minute + place));
    for (let at = 0; at < rows.length; at += 500)
      await opened.database.transaction((transaction) =>
        transaction
          .insertInto('records')
          .values(rows.slice(at, at + 500))
          .execute(),
      );
    const image = () => similar.indexes.find((index) => index.kind === 'image')!;
    assert.deepEqual([image().records, image().loaded], [0, false]);
    const loading = similar.start({ warn: assert.fail });
    await similar.stop();
    await loading;
    assert.equal(image().loaded, false);
    assert.ok(image().records >= 5_000 && image().records < 7_000, `${image().records} records`);
    const [last, first] = [rows.at(-1)!, rows[0]!];
    await expectFound({ recordId: last.record_id, phash: last.phash });
    await expectFound({ recordId: first.record_id, phash: first.phash });
    const again = createSimilarRecords(opened.database, () => clock);
    await again.start({ warn: assert.fail });
    assert.deepEqual([image().loaded, again.indexes[0]!.records], [true, image().records]);
  });

  test('records stored after a clock was set back an hour are found, and none twice', async () => {
    const earlier = await store(clock);
    await expectFound(earlier);
    clock -= 60 * minute;
    const later = await store(clock);
    await expectFound(later);
    await expectFound(earlier);
    await expectFound(await store(clock));
  });

  test('a record in progress while a clock is set forward an hour is found', async () => {
    await expectFound(await store(clock));
    const onItsWay = clock;
    clock += 60 * minute;
    await expectFound(await store(clock));
    await expectFound(await store(onItsWay));
  });
});
