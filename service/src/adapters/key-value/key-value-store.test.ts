// The key-value store as rate limits and one-time codes use it, the same in memory and on a real
// Redis.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { withRedis } from '../../../test-support/on-each-database.ts';
import { type RedisServer, startRedis } from '../../../test-support/redis-server.ts';
import { type KeyValueStore, KeyValueStoreUnavailable } from './key-value-store.ts';
import { createMemoryStore } from './memory-store.ts';
import { createPatientCounters } from './patient-counters.ts';
import { createRedisStore } from './redis-store.ts';

const minute = 60_000;

function behavesAsAStore(open: () => KeyValueStore): void {
  let store: KeyValueStore;
  before(async () => {
    store = open();
    await untilReady(store);
  });
  after(() => store.close());

  test('a value is kept until it is deleted or expires', async () => {
    await store.set('kept', 'value', minute);
    assert.equal(await store.get('kept'), 'value');
    await store.set('kept', 'newer', minute);
    assert.equal(await store.get('kept'), 'newer');
    await store.delete('kept');
    assert.equal(await store.get('kept'), undefined);
    await store.set('brief', 'value', 40);
    await pause(80);
    assert.equal(await store.get('brief'), undefined);
  });

  test('a value that was never set is absent, and deleting it does no harm', async () => {
    assert.equal(await store.get('absent'), undefined);
    await store.delete('absent');
  });

  test('a counter adds up, also downwards, and loses nothing under concurrency', async () => {
    assert.equal((await store.increment('counter', 3, minute)).value, 3);
    assert.equal((await store.increment('counter', -1, minute)).value, 2);
    const counters = await Promise.all(Array.from({ length: 200 }, () => store.increment('crowd', 1, minute)));
    assert.deepEqual(
      counters.map(({ value }) => value).sort((left, right) => left - right),
      Array.from({ length: 200 }, (_, place) => place + 1),
    );
  });

  test('the time of a counter starts with its first increment and is not extended', async () => {
    const first = await store.increment('timed', 1, 150);
    assert.ok(first.expiresIn > 100 && first.expiresIn <= 150, String(first.expiresIn));
    await pause(60);
    const second = await store.increment('timed', 1, minute);
    assert.equal(second.value, 2);
    assert.ok(second.expiresIn <= 95, String(second.expiresIn));
    await pause(120);
    assert.equal((await store.increment('timed', 1, minute)).value, 1);
  });

  test('the store responds to a ping', () => store.ping());
}

describe('in memory', () => {
  behavesAsAStore(() => createMemoryStore());

  test('the store uses the given clock', async () => {
    let time = 0;
    const store = createMemoryStore(() => time);
    await store.set('code', '123456', 1_000);
    time = 999;
    assert.equal(await store.get('code'), '123456');
    time = 1_000;
    assert.equal(await store.get('code'), undefined);
    await store.close();
  });
});

withRedis(() => {
  let server: RedisServer;
  const open = (prefix = 'test:') => createRedisStore({ url: server.url, prefix, onConnectionError: () => undefined });
  before(async () => {
    server = await startRedis();
  });
  after(() => server.stop());

  describe('each answer', () => behavesAsAStore(open));

  test('two environments in one Redis are separate', async () => {
    const [live, sandbox] = [open('live:'), open('sandbox:')];
    await Promise.all([live, sandbox].map(untilReady));
    await live.set('shared', 'live', minute);
    assert.equal(await sandbox.get('shared'), undefined);
    await Promise.all([live.close(), sandbox.close()]);
  });

  test('a store that is away gives an error and works again when it is back, and patient counters count alone meanwhile', async () => {
    const store = open();
    await untilReady(store);
    const counters = createPatientCounters(store);
    assert.equal((await counters.increment('patient', 5, minute)).value, 5);
    await server.stop();
    await assert.rejects(store.get('anything'), KeyValueStoreUnavailable);
    await assert.rejects(async () => store.increment('anything', 1, minute), KeyValueStoreUnavailable);
    await assert.rejects(store.ping(), KeyValueStoreUnavailable);
    assert.equal((await counters.increment('patient', 1, minute)).value, 1);
    assert.equal((await counters.increment('patient', 1, minute)).value, 2);
    await server.start();
    await untilReady(store);
    assert.equal((await counters.increment('patient', 1, minute)).value, 1);
    await store.close();
  });
});

async function untilReady(store: KeyValueStore): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    try {
      return await store.ping();
    } catch {
      await pause(25);
    }
  }
  assert.fail('The store does not answer.');
}
