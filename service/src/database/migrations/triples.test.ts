// The migration to triples, on a database with sounds: each is still found, the oldest sounds keep
// the slots, and tracks no longer need their records.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import type { Landmarks } from '@content-provenance/engine';
import { sql } from 'kysely';
import { anchors, excerpt } from '../../../test-support/made-up-sounds.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { openTestDatabase, type TestDatabase } from '../../../test-support/test-database.ts';
import { createSoundRecords } from '../../resources/verify/sound-records.ts';
import { migrate } from '../migrate.ts';
import { trackOf } from '../tracks.ts';
import { migrations } from './all-migrations.ts';

const place = migrations.findIndex(({ name }) => name.endsWith('-triples'));

onEachDatabase((kind) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await openTestDatabase(kind);
    await migrate(opened.database, migrations.slice(0, place));
  });
  afterEach(() => opened.remove());

  /** As the version before stored it. */
  async function storeEarlier(recordId: string, { hashes, times }: Landmarks): Promise<void> {
    const track = trackOf(recordId);
    const rows = Array.from(hashes, (hash, at) => `(${hash}, ${track}, ${times[at]})`);
    await opened.database.transaction(async (queries) => {
      await sql`INSERT INTO tracks VALUES (${track}, ${recordId})`.execute(queries);
      await sql.raw(`INSERT INTO landmarks VALUES ${rows.join()}`).execute(queries);
    });
  }

  test('each sound is still found, and stays when its record moves away', async () => {
    const { database } = opened;
    const sounds = [
      anchors(5, 93),
      anchors(4, 93),
      anchors(200, 3),
      anchors(300, 2, (each) => (each * each * 7) % 1999),
    ];
    const ids = sounds.map((_, at) => `00000000-000${at}-7000-8000-00000000000${9 - at}`);
    for (const [at, landmarks] of sounds.entries()) await storeEarlier(ids[at]!, landmarks);
    await migrate(database, migrations.slice(0, place + 1));
    await database.transaction(async (queries) => {
      await sql`DELETE FROM records`.execute(queries);
    });
    const records = createSoundRecords(database);
    assert.deepEqual(await records.find(excerpt, 8), [ids[2], ids[0]]);
    const isCutFrom = await Promise.all(ids.map((id) => records.isCutFrom(id, excerpt)));
    assert.deepEqual(isCutFrom, [true, false, true, false]);
  });

  test('the oldest of many equal sounds is found first', async () => {
    const ids = Array.from({ length: 60 }, (_, at) => `00000000-00${70 - at}-7000-8000-0000000${1000 + at}0`);
    for (const id of ids) await storeEarlier(id, anchors(200, 3));
    await migrate(opened.database, migrations.slice(0, place + 1));
    const [first] = await createSoundRecords(opened.database).find(excerpt, 3);
    assert.equal(first, ids.at(-1));
  });
});
