// The search for a sound: a certain match ends it early, and a weak match is found after all hashes
// have been read.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { openTestDatabase, type TestDatabase } from '../../../test-support/test-database.ts';
import { migrate } from '../../database/migrate.ts';
import { createSoundRecords } from './sound-records.ts';

// 1,500 landmarks with one anchor each, eight in a window of 32 ms: six seconds.
const hashes = Uint32Array.from({ length: 1500 }, (_, i) => ((20 + (i % 400)) << 15) | i);
const excerpt = { hashes, times: Uint32Array.from(hashes.keys(), (i) => i >> 3) };

onEachDatabase((kind) => {
  let opened: TestDatabase;
  before(async () => {
    opened = await openTestDatabase(kind);
    await migrate(opened.database);
  });
  after(() => opened.remove());

  /** Stores `count` landmarks of the excerpt, every `step`-th one, each moved by its `offset`. */
  function store(track: number, count: number, step: number, offset: (place: number) => number): Promise<void> {
    const rows = Array.from({ length: count }, (_, i) => ({
      hash: hashes[i * step]!,
      track,
      time: 2000 + ((i * step) >> 3) + offset(i),
    }));
    return opened.database.transaction(async (transaction) => {
      await transaction.insertInto('landmarks').values(rows).execute();
    });
  }

  test('landmarks at consistent times match; too few or inconsistent landmarks do not', async () => {
    const { findTracks } = createSoundRecords(opened.database);
    assert.deepEqual(await findTracks(excerpt), []);
    await store(1, 4, 187, () => 0);
    await store(2, 300, 5, (place) => (place * place * 7) % 1999);
    // Only a beat that repeats every half second.
    for (let beat = 0; beat < 12; beat += 1) await store(5, 12, 16, (place) => beat * 16 - 2 * place);
    assert.deepEqual(await findTracks(excerpt), []);
    await store(3, 5, 187, () => 0);
    assert.deepEqual(await findTracks(excerpt), [3]);
    await store(4, 400, 3, () => 0);
    const [surest, ...others] = await findTracks(excerpt);
    assert.equal(surest, 4);
    assert.ok(!others.includes(1) && !others.includes(2));
    assert.deepEqual(await findTracks({ hashes: new Uint32Array(0), times: new Uint32Array(0) }), []);
  });

  test('an excerpt is compared with the sound of one record only', async () => {
    const { isCutFrom } = createSoundRecords(opened.database);
    const recordOf = (track: number) => `00000000-0000-7000-8000-${track.toString(16).padStart(12, '0')}`;
    await store(11, 4, 187, () => 0);
    await store(12, 5, 187, () => 0);
    const found = await Promise.all([11, 12, 13].map((track) => isCutFrom(recordOf(track), excerpt)));
    assert.deepEqual(found, [false, true, false]);
  });
});
