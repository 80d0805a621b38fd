// Anyone can ask for a tile. Those who ask for the same one at the same time share a query.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestDatabase } from '../../test-support/test-database.ts';
import type { Queries } from '../adapters/database/database.ts';
import { migrate } from '../database/migrate.ts';
import { storeTiles } from './checkpoint.store.ts';
import { createStoredTiles } from './stored-tiles.ts';

test('many callers that want the same tile at once cause one query, and a missing tile is looked up again', async () => {
  const opened = await openTestDatabase('sqlite');
  const { database } = opened;
  await migrate(database);
  let queries = 0;
  const counting = new Proxy(database.read, {
    get: (target, name) => {
      if (name === 'selectFrom') queries += 1;
      const value = Reflect.get(target, name) as unknown;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  }) as Queries;
  const tiles = createStoredTiles(counting);
  await assert.rejects(tiles.readTile(0, 0, 1));
  const store = (count: number) =>
    database.transaction((transaction) =>
      storeTiles(transaction, [{ level: 0, tile_index: 0, hashes: new Uint8Array(count * 32).fill(7) }]),
    );
  await store(3);
  queries = 0;
  const read = await Promise.all(Array.from({ length: 50 }, (_, place) => tiles.readTile(0, 0, 1 + (place % 3))));
  assert.equal(queries, 1);
  assert.deepEqual(
    read.map(({ length }) => length),
    read.map((_, place) => (1 + (place % 3)) * 32),
  );
  await store(4);
  assert.equal((await tiles.readTile(0, 0, 4)).length, 128);
  await opened.remove();
});
