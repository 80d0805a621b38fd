// The program itself: its messages if it cannot start, several nodes over the same data, and a stop
// that finishes accepted work.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, beforeEach, test } from 'node:test';
import { readConfiguration } from '../src/configuration/read-configuration.ts';
import type { Configuration } from '../src/configuration/settings.ts';
import { migrate } from '../src/database/migrate.ts';
import { migrations } from '../src/database/migrations/all-migrations.ts';
import { createLog } from '../src/log.ts';
import { openDatabase, startService } from '../src/service.ts';
import { onEachDatabaseAtOnce } from '../test-support/on-each-database.ts';
import { removeData, settingsFor } from '../test-support/running-service.ts';
import { runToItsEnd, spawnService } from '../test-support/spawned-service.ts';

const folder = mkdtempSync(join(tmpdir(), 'provenance-start-'));
after(() => rmSync(folder, { recursive: true }));

test('an invalid setting is one sentence on standard error, and exit code 1', async () => {
  const { code, words } = await runToItsEnd({ DATA_DIR: folder, PORT: 'eighty' });
  assert.deepEqual(
    [code, words],
    [1, 'The service does not start: PORT must be a port between 0 and 65535, not "eighty".\n'],
  );
});

test('a port in use is one sentence too', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const { code, words } = await runToItsEnd({ DATA_DIR: folder, PORT: String(port), SANDBOX_PORT: '0' });
  server.close();
  assert.equal(code, 1);
  assert.match(words, new RegExp(`^The service does not start: .*${port}.*\\n$`));
});

const register = (url: string, email: string) =>
  fetch(`${url}/v1/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ org_name: 'Test', email, password: 'correct horse' }),
  });

onEachDatabaseAtOnce((database) => {
  let settings: Record<string, string>;
  let configuration: Configuration;
  beforeEach(async () => {
    settings = await settingsFor({ database });
    configuration = readConfiguration(settings);
  });
  afterEach(() => removeData(settings));
  const openLive = () => openDatabase('live', configuration, createLog('silent'));

  test('nodes that start at once over the same data all work, and know each other’s accounts', async () => {
    const nodes = await Promise.all(Array.from({ length: 3 }, () => spawnService(settings)));
    assert.equal((await register(nodes[0]!.liveUrl, 'one@example.org')).status, 201);
    for (const { liveUrl } of nodes.slice(1)) assert.equal((await register(liveUrl, 'one@example.org')).status, 409);
    assert.deepEqual(await Promise.all(nodes.map((node) => node.stop())), [0, 0, 0]);
  });

  test('SIGTERM: accepted requests get their response, then the program ends with 0', async () => {
    const node = await spawnService(settings);
    const emails = Array.from({ length: 12 }, (_, place) => `stop-${place}@example.org`);
    const answers = emails.map((email) => register(node.liveUrl, email).then(({ status }) => status));
    // All of them have arrived before the first response, because argon2 takes far longer than a
    // loopback connection.
    await Promise.race(answers);
    assert.equal(await node.stop(), 0);
    assert.deepEqual(await Promise.all(answers), Array(12).fill(201));
    const database = openLive();
    const stored = await database.read.selectFrom('users').select('email').execute();
    await database.close();
    assert.deepEqual(stored.map(({ email }) => email).sort(), emails.sort());
  });

  test('a database that a newer program has changed is refused with a sentence', async () => {
    const database = openLive();
    await migrate(database, [...migrations, { name: 'future', statements: [] }]);
    await database.close();
    await assert.rejects(
      startService(configuration, createLog('silent')),
      /^Error: The database has schema version \d+, but this program supports only \d+\. /,
    );
  });

  test('another master key is refused with a sentence that does not show it', async () => {
    await (await startService(configuration, createLog('silent'))).stop();
    const other = Buffer.alloc(32, 7);
    await assert.rejects(
      startService({ ...configuration, masterKeys: [other] }, createLog('silent')),
      ({ message }: Error) => {
        assert.match(message, /MASTER_KEY is not the key that encrypted this database/);
        return !message.includes(other.toString('base64'));
      },
    );
  });
});
