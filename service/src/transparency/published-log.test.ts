// A database that went back, on both kinds of databases: a node that remembers a lost checkpoint
// stops all nodes, whether the database is smaller now or has already grown in another way.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, test } from 'node:test';
import { ed25519Signer, emptyRoot } from '@content-provenance/engine/transparency';
import { onEachDatabase } from '../../test-support/on-each-database.ts';
import { openTestDatabase, type TestDatabase } from '../../test-support/test-database.ts';
import type { Database } from '../adapters/database/database.ts';
import { migrate } from '../database/migrate.ts';
import { findCheckpoint, insertCheckpoint } from './checkpoint.store.ts';
import { createIntegrator, signCheckpoint } from './integrator.ts';
import { insertEntries, takeIndexes } from './log-entries.store.ts';
import { createPublishedLog, LogWentBack } from './published-log.ts';
import { createStoredTiles } from './stored-tiles.ts';

const origin = 'log.example';
const signers = [ed25519Signer(origin, randomBytes(32))];

onEachDatabase((kind) => {
  let opened: TestDatabase;
  let database: Database;
  beforeEach(async () => {
    opened = await openTestDatabase(kind);
    database = opened.database;
    await migrate(database);
    const checkpoint = signCheckpoint({ origin, size: 0, root: emptyRoot }, signers, Date.now());
    await database.transaction((transaction) => insertCheckpoint(transaction, { origin, checkpoint }));
  });
  afterEach(() => opened.remove());

  /** As a node with nothing in memory. */
  function startNode() {
    const published = createPublishedLog(database);
    const tiles = createStoredTiles(database.read);
    const parts = { database, published, tiles, signers, node: randomBytes(4).toString('hex'), now: Date.now };
    return { published, ...createIntegrator(parts) };
  }

  async function append(count: number): Promise<void> {
    await database.transaction(async (transaction) => {
      const first = await takeIndexes(transaction, count);
      const entry = () => ({ subject: randomBytes(8).toString('hex'), entry: new Uint8Array(randomBytes(82)) });
      await insertEntries(
        transaction,
        Array.from({ length: count }, (_, place) => ({ log_index: first + place, ...entry() })),
      );
    });
  }

  /** What the database has now. Later, `back` brings it back, as an old backup does. */
  async function copy() {
    const { committed, ...row } = (await findCheckpoint(database.read))!;
    const tables = ['log_entries', 'log_tiles'] as const;
    const [entries, tiles] = await Promise.all(
      tables.map((table) => database.read.selectFrom(table).selectAll().execute()),
    );
    return async function back() {
      await database.transaction(async (transaction) => {
        for (const table of tables) await transaction.deleteFrom(table).execute();
        await transaction
          .insertInto('log_entries')
          .values(entries as never)
          .execute();
        await transaction
          .insertInto('log_tiles')
          .values(tiles as never)
          .execute();
        await transaction.updateTable('log_checkpoint').set(row).execute();
        await transaction.updateTable('log_head').set({ size: committed }).execute();
      });
    };
  }

  const sizeNow = async () => (await findCheckpoint(database.read))!.size;

  test('a node that remembers a lost checkpoint stops every node, also after a restart', async () => {
    const [first, second] = [startNode(), startNode()];
    await append(2);
    await first.integrate(true);
    const back = await copy();
    await append(3);
    await first.integrate(true);
    const { checkpoint: lost } = await first.published.current();
    await back();
    await append(1);
    await assert.rejects(first.integrate(true), LogWentBack);
    for (const node of [second, startNode()]) await assert.rejects(node.integrate(true), LogWentBack);
    assert.equal(await sizeNow(), 2);
    const row = await findCheckpoint(database.read);
    assert.deepEqual([row?.lost_size, row?.lost_checkpoint], [5, lost]);
    assert.equal((await first.published.latest()).checkpoint, lost);
  });

  test('a node remembers a checkpoint from the moment it published it', async () => {
    const node = startNode();
    await append(2);
    await node.integrate(true);
    const back = await copy();
    await append(3);
    await node.integrate(true);
    await back();
    await append(4);
    await assert.rejects(node.integrate(true), LogWentBack);
    assert.equal(await sizeNow(), 2);
  });

  test('a look that began before the node published a checkpoint does not stop the log', async () => {
    const node = startNode();
    for (let round = 0; round < 10; round += 1) {
      await append(3);
      const looks = Array.from({ length: 5 }, () => node.published.current());
      await Promise.all([...looks, node.integrate(true), node.published.latest()]);
    }
    const row = (await findCheckpoint(database.read))!;
    assert.deepEqual([row.size, row.lost_size], [30, null]);
  });

  test('a log that grew in another way is noticed at any size', async () => {
    const [first, second] = [startNode(), startNode()];
    await append(2);
    await first.integrate(true);
    const back = await copy();
    await append(300);
    await first.integrate(true);
    await first.published.current();
    await back();
    await append(400);
    await second.integrate(true);
    assert.equal(await sizeNow(), 402);
    await append(1);
    await assert.rejects(first.published.current(), LogWentBack);
    await assert.rejects(second.integrate(true), LogWentBack);
    assert.equal(await sizeNow(), 402);
  });

  test('the stop is part of the transaction that publishes', async () => {
    const node = startNode();
    await append(2);
    await node.integrate(true);
    await append(1);
    const row = await node.published.current();
    await database.transaction((transaction) =>
      transaction.updateTable('log_checkpoint').set({ lost_size: 9, lost_checkpoint: 'x' }).execute(),
    );
    const tiles = createStoredTiles(database.read);
    // Read before the stop.
    const published = { ...node.published, current: async () => row };
    const late = createIntegrator({ database, published, tiles, signers, node: 'late', now: Date.now });
    await late.integrate(true);
    assert.equal(await sizeNow(), 2);
  });

  test('a log that only grows is never stopped, whichever node extends it', async () => {
    const nodes = [startNode(), startNode(), startNode()];
    for (let round = 0; round < 12; round += 1) {
      await append(1 + round * 37);
      await nodes[round % 3]!.integrate(true);
      for (const node of nodes) await node.published.current();
    }
    const row = (await findCheckpoint(database.read))!;
    assert.deepEqual([row.size, row.lost_size], [row.committed, null]);
  });

  test('a checkpoint that others show stops the log only if the database does not continue it', async () => {
    const node = startNode();
    await append(2);
    await node.integrate(true);
    const { checkpoint: earlier } = await node.published.current();
    await append(2);
    await node.integrate(true);
    assert.equal(await node.published.noteSigned(earlier), false);
    await node.published.current();
    const forked = signCheckpoint({ origin, size: 3, root: randomBytes(32) }, signers, Date.now());
    assert.equal(await node.published.noteSigned(forked), true);
    await assert.rejects(node.published.current(), LogWentBack);
    await assert.rejects(startNode().published.current(), LogWentBack);
  });
});
