// The search for similar pictures finds exactly what a comparison with every stored hash finds, as
// soon as a record is committed, and reads a bounded number of rows.
import assert from 'node:assert/strict';
import { randomBytes, randomInt } from 'node:crypto';
import { afterEach, beforeEach, test } from 'node:test';
import { hashDistance, type MediaKind } from '@content-provenance/engine';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { openTestDatabase, type TestDatabase } from '../../../test-support/test-database.ts';
import { hashRowOf } from '../../database/hash-keys.ts';
import { migrate } from '../../database/migrate.ts';
import { createSimilarRecords, type SimilarRecords } from './similar-records.ts';

const farthest = 8;
const rowsPerInsert = 1_000;
/** As in similar-records.store.ts. */
const mostPerRanges = { postgres: 500, sqlite: 100 };
const start = Date.UTC(2026, 0, 1);
/** Times that differ by less than this count as the same. */
const timeStep = 4;

interface Stored {
  readonly recordId: string;
  readonly phash: string;
}

const randomHash = () => randomBytes(8).toString('hex');

function flip(hash: string, count: number): string {
  let value = BigInt(`0x${hash}`);
  const places = new Set<number>();
  while (places.size < count) places.add(randomInt(64));
  for (const place of places) value ^= 1n << BigInt(place);
  return value.toString(16).padStart(16, '0');
}

/** An id of version 7. */
function idAt(time: number): string {
  const hex = `${time.toString(16).padStart(12, '0')}7abc8${randomBytes(8).toString('hex')}`;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

const recordsOf = (hashes: readonly string[], since = start): Stored[] =>
  hashes.map((phash, place) => ({ phash, recordId: idAt(since + place * timeStep) }));

function compareAll(records: readonly Stored[], phash: string, limit: number): string[] {
  return records
    .map(({ recordId, phash: stored }) => ({ recordId, distance: hashDistance(stored, phash) }))
    .filter(({ distance }) => distance <= farthest)
    .sort((left, right) => left.distance - right.distance || (left.recordId < right.recordId ? -1 : 1))
    .slice(0, limit)
    .map(({ recordId }) => recordId);
}

onEachDatabase((kind) => {
  const mostPerRange = mostPerRanges[kind];
  let opened: TestDatabase;
  let similar: SimilarRecords;
  beforeEach(async () => {
    opened = await openTestDatabase(kind);
    await migrate(opened.database);
    similar = createSimilarRecords(opened.database);
  });
  afterEach(() => opened.remove());

  async function store(records: readonly Stored[], format: MediaKind = 'image'): Promise<void> {
    for (let at = 0; at < records.length; at += rowsPerInsert)
      await opened.database.transaction((transaction) =>
        transaction
          .insertInto('perceptual_hashes')
          .values(
            records.slice(at, at + rowsPerInsert).map(({ recordId, phash }) => hashRowOf(recordId, phash, format)),
          )
          .execute(),
      );
  }

  for (const [name, makeHash] of [
    ['scattered', randomHash],
    ['clustered', () => flip(centers[randomInt(centers.length)]!, randomInt(12))],
  ] as const) {
    test(`finds exactly what a comparison with all of 10,000 ${name} hashes finds`, async () => {
      const records = recordsOf(Array.from({ length: 10_000 }, makeHash));
      await store(records);
      for (let count = 0; count <= farthest + 2; count += 1) {
        const sought = flip(records[randomInt(records.length)]!.phash, count);
        for (const limit of [1, 16, 256])
          assert.deepEqual(await similar.find(sought, 'image', limit), compareAll(records, sought, limit), sought);
      }
    });
  }

  test('hashes with all bits and with none, of both kinds, are found only among their kind', async () => {
    const [none, all] = ['0'.repeat(16), 'f'.repeat(16)];
    const images = recordsOf([none, all]);
    const videos = recordsOf([none, all]);
    await store(images);
    await store(videos, 'video');
    for (const [place, phash] of [none, all].entries()) {
      assert.deepEqual(await similar.find(phash, 'image', 16), [images[place]!.recordId]);
      assert.deepEqual(await similar.find(phash, 'video', 16), [videos[place]!.recordId]);
      assert.deepEqual(await similar.find(flip(phash, 8), 'video', 16), [videos[place]!.recordId]);
      assert.deepEqual(await similar.find(flip(phash, 9), 'video', 16), []);
      assert.deepEqual(await similar.find(phash, 'audio', 16), []);
    }
  });

  test('every node finds a record once it is committed, whatever time its id has', async () => {
    const elsewhere = createSimilarRecords(opened.openAgain());
    for (const since of [start, start - 3_600_000, start + 3_600_000]) {
      const [record] = recordsOf([randomHash()], since);
      assert.deepEqual(await elsewhere.find(record!.phash, 'image', 16), []);
      await store([record!]);
      assert.deepEqual(await elsewhere.find(record!.phash, 'image', 16), [record!.recordId]);
    }
  });

  test('records with equal hashes from the same moment are all found', async () => {
    const phash = randomHash();
    const records = Array.from({ length: 20 }, () => ({ phash, recordId: idAt(start) }));
    await store(records);
    assert.deepEqual(await similar.find(phash, 'image', 256), compareAll(records, phash, 256));
  });

  test('a flood of equal hashes costs a bounded search and hides no earlier record', async () => {
    const phash = randomHash();
    const earlier = recordsOf([flip(phash, 4), phash], start);
    const flood = recordsOf(Array<string>(5_000).fill(phash), start + 1_000);
    const later = recordsOf([flip(phash, 1)], start + 1_000_000);
    await store([...earlier, ...flood, ...later]);
    const found = await similar.find(phash, 'image', 10_000);
    assert.equal(found.length, mostPerRange + 2);
    assert.equal(found[0], earlier[1]!.recordId);
    assert.ok(found.includes(earlier[0]!.recordId));
    assert.ok(found.includes(later[0]!.recordId));
    assert.deepEqual(
      found.slice(1, mostPerRange),
      flood.slice(0, mostPerRange - 1).map(({ recordId }) => recordId),
    );
  });
});

const centers = Array.from({ length: 40 }, randomHash);
