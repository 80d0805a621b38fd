// The search for a sound: what matches and what does not, and that no stored sound hides another,
// with copies of it, with its landmarks in another order, or by its length.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import type { Landmarks } from '@content-provenance/engine';
import { anchors, excerpt, joined, silence } from '../../../test-support/made-up-sounds.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { openTestDatabase, type TestDatabase } from '../../../test-support/test-database.ts';
import { migrate } from '../../database/migrate.ts';
import { insertSounds } from '../../database/sounds.ts';
import { createSoundRecords, type SoundRecords } from './sound-records.ts';

const recordOf = (track: number) => `00000000-0000-7000-8000-${track.toString(16).padStart(12, '0')}`;

onEachDatabase((kind) => {
  let opened: TestDatabase;
  let records: SoundRecords;
  beforeEach(async () => {
    opened = await openTestDatabase(kind);
    await migrate(opened.database);
    records = createSoundRecords(opened.database);
  });
  afterEach(() => opened.remove());

  const store = (...sounds: (readonly [track: number, landmarks: Landmarks])[]) =>
    opened.database.transaction((transaction) =>
      insertSounds(
        transaction,
        sounds.map(([track, landmarks]) => ({ recordId: recordOf(track), landmarks })),
      ),
    );
  const find = async (limit = 8) =>
    (await records.find(excerpt, limit)).map((id) => Number.parseInt(id.slice(-12), 16));

  test('landmarks at consistent times match; too few or inconsistent landmarks do not', async () => {
    assert.deepEqual(await find(), []);
    await store([1, anchors(4, 93)], [2, anchors(300, 2, (anchor) => (anchor * anchor * 7) % 1999)]);
    // Only a beat that repeats every half second.
    const beats = Array.from({ length: 12 }, (_, beat) => anchors(12, 8, (anchor) => beat * 16 - 2 * anchor));
    await store([5, joined(beats)]);
    assert.deepEqual(await find(), []);
    await store([3, anchors(5, 93)]);
    assert.deepEqual(await find(), [3]);
    await store([4, anchors(200, 3)]);
    assert.deepEqual(await find(), [4, 3]);
    assert.deepEqual(await find(1), [4]);
    assert.deepEqual(await records.find(silence, 8), []);
  });

  test('an excerpt is compared with the sound of one record only', async () => {
    await store([11, anchors(4, 93)], [12, anchors(5, 93)]);
    const found = await Promise.all([11, 12, 13].map((track) => records.isCutFrom(recordOf(track), excerpt)));
    assert.deepEqual(found, [false, true, false]);
    const has = await Promise.all([11, 12, 13].map((track) => records.has(recordOf(track))));
    assert.deepEqual(has, [true, true, false]);
  });

  test('a sound without landmarks is not stored', async () => {
    await store([1, silence]);
    assert.equal(await records.has(recordOf(1)), false);
  });

  test('the first record of a sound is found first, no matter how many copies follow', async () => {
    const sound = anchors(200, 3);
    await store([1, sound]);
    for (let group = 0; group < 4; group += 1)
      await store(...Array.from({ length: 100 }, (_, place) => [2 + (100 * group + place) * 7919, sound] as const));
    assert.equal((await find())[0], 1);
    assert.ok((await mostRowsOfHash()) <= 32);
  });

  test('a sound is found among others that are full of its landmarks at other times', async () => {
    await store([1, anchors(200, 3)]);
    for (let track = 2; track < 100; track += 1)
      await store([track, anchors(700, 1, (anchor) => ((anchor * anchor + track) * 31) % 4999)]);
    assert.deepEqual(await find(), [1]);
  });

  test('long sounds that share triples at many places do not displace a short match', async () => {
    for (let track = 2; track < 32; track += 1)
      await store([track, anchors(740, 1, (anchor) => ((anchor * 7 + track) % 739) * 150)]);
    await store([1, anchors(60, 3)]);
    assert.deepEqual(await find(), [1]);
  });

  async function mostRowsOfHash(): Promise<number> {
    const rows = await opened.database.read
      .selectFrom('triples')
      .select((each) => each.fn.countAll<number>().as('count'))
      .groupBy('hash')
      .execute();
    return Math.max(...rows.map(({ count }) => Number(count)));
  }
});
