// Token keys rotate while nodes run: a node never refuses a token that another has written.
import assert from 'node:assert/strict';
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { openTestDatabase, type TestDatabase } from '../../../test-support/test-database.ts';
import { createKeyVault } from '../../adapters/key-vault/key-vault.ts';
import { migrate } from '../../database/migrate.ts';
import { makeTokenKey, openRecordTokens } from './record-tokens.ts';

/** The byte of a token that names its key. */
const keyOf = (token: string) => Buffer.from(token.slice('svc_'.length), 'base64url')[2];

onEachDatabase((kind) => {
  let place: TestDatabase;
  const masterKey = randomBytes(32);
  const vault = createKeyVault(() => [masterKey], 'live');

  before(async () => {
    place = await openTestDatabase(kind);
    await migrate(place.database);
  });
  after(() => place.remove());

  test('every node reads a new key before any node writes with it', async () => {
    let time = Date.now();
    const nodes = await Promise.all(
      [place.database, place.openAgain()].map((database) => openRecordTokens('live', database, vault, () => time)),
    );
    const recordId = randomUUIDv7();
    const old = nodes[0]!.write(recordId);
    assert.equal(await makeTokenKey(place.database, vault), 2);

    const keys = [];
    for (let step = 0; step < 12; step += 1) {
      const tokens = nodes.map((node) => node.write(randomUUIDv7()));
      for (const node of nodes) {
        for (const token of [old, ...tokens]) assert.equal(node.read(token).status, 'valid');
      }
      keys.push(keyOf(tokens[0]!));
      time += 10_000;
      nodes[0]!.write(recordId);
      // The second node sees the time only on a call, and reads keys in the background.
      if (step % 3 === 0) nodes[1]!.read('nonsense');
      await wait(20);
    }
    assert.deepEqual([keys[0], keys.at(-1)], [1, 2]);
    assert.deepEqual(keys, keys.toSorted());
  });
});
