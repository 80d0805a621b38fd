// A rotation of the master key next to a running service, which continues to run.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Account, makeAccount, makeApiKey } from '../../test-support/account.ts';
import { type Client, createClient } from '../../test-support/http-client.ts';
import { onEachDatabaseAtOnce } from '../../test-support/on-each-database.ts';
import { runOperator } from '../../test-support/run-operator.ts';
import { removeData, settingsFor } from '../../test-support/running-service.ts';
import { type SpawnedService, spawnService } from '../../test-support/spawned-service.ts';
import { codeAt } from '../access/totp.ts';
import type { Database } from '../adapters/database/database.ts';
import { createKeyVault } from '../adapters/key-vault/key-vault.ts';
import { readMasterKeyFile } from '../adapters/key-vault/secret-files.ts';
import { readConfiguration } from '../configuration/read-configuration.ts';
import { sealedColumns } from '../database/sealed-columns.ts';
import { storageSecretPlace } from '../database/sealed-places.ts';
import { createLog } from '../log.ts';
import { openDatabase } from '../service.ts';
import { collectRoutes } from './collect-routes.ts';
import { takeRotationLock } from './rotation-lock.ts';
import { listSealedValues } from './sealed-values.store.ts';

onEachDatabaseAtOnce((kind) => {
  let settings: Record<string, string>;
  let service: SpawnedService;
  let live: Client;
  let sandbox: Client;
  let database: Database;
  let account: Account;
  let totpSecret: Buffer;

  before(async () => {
    // Nothing listens there, so email waits in the queue, sealed.
    settings = await settingsFor({ database: kind, settings: { SMTP_URL: 'smtp://127.0.0.1:1' } });
    service = await spawnService(settings);
    const routes = await collectRoutes();
    live = createClient(() => ({ url: service.liveUrl, name: 'live', routes }));
    sandbox = createClient(() => ({ url: service.sandboxUrl, name: 'sandbox', routes }));
    database = openDatabase('live', readConfiguration(settings), createLog('silent'));
    account = await makeAccount(live);
    await makeAccount(sandbox);
    totpSecret = await enableTotp();
    const generator = { name: 'Pictures', supported_formats: ['image'] };
    const headers = { 'idempotency-key': 'generator-1' };
    const made = await live.call('POST', '/v1/generators', { token: account.token, body: generator, headers });
    assert.equal(made.status, 201);
    // What no route offers without a mail server: a plan with webhooks, a verified address.
    await database.transaction(async (transaction) => {
      await transaction.updateTable('organizations').set({ plan: 'growth' }).execute();
      await transaction.updateTable('users').set({ email_verified_at: 1 }).execute();
    });
    const webhook = { url: 'https://8.8.8.8/', events: ['record.created'] };
    assert.equal((await live.call('POST', '/v1/webhooks', { token: account.token, body: webhook })).status, 201);
    const name = { country: 'DE', organization: 'Acme', common_name: 'Acme' };
    assert.equal((await live.call('POST', '/v1/c2pa/certificates', { token: account.token, body: name })).status, 201);
    await connectStore();
  });
  after(async () => {
    await database.close();
    await service.stop();
    await removeData(settings);
  });

  /** The route would ask the store, and there is none. */
  async function connectStore(): Promise<void> {
    const vault = createKeyVault(() => readMasterKeyFile(settings.DATA_DIR!), 'live');
    const connection = {
      connection_id: 'stc_rotation',
      org_id: account.orgId,
      name: 'Videos',
      endpoint: 'https://objects.example.org',
      region: 'us-east-1',
      addressing: 'path',
      bucket: 'videos',
      prefix: '',
      access_key_id: 'key',
      sealed_secret: vault.seal(Buffer.from('secret'), storageSecretPlace('stc_rotation')),
      created_at: Date.now(),
    } as const;
    await database.transaction((transaction) =>
      transaction.insertInto('storage_connections').values(connection).execute(),
    );
  }

  const currentStep = () => Math.floor(Date.now() / 30_000);

  /** With the code of the previous step, so that the current and the next one are still unused. */
  async function enableTotp(): Promise<Buffer> {
    const { token } = account;
    const { body } = await live.call('POST', '/v1/auth/2fa/setup', { token, body: { method: 'totp' } });
    const secret = readBase32(body.secret);
    const otp = codeAt(secret, currentStep() - 1);
    assert.equal((await live.call('POST', '/v1/auth/2fa/enable', { token, body: { otp } })).status, 200);
    return secret;
  }

  async function logInWithCode(otp: string): Promise<number> {
    const { email, password } = account;
    const login = await live.call('POST', '/v1/auth/login', { body: { email, password } });
    const { challenge_token } = login.body;
    return (await live.call('POST', '/v1/auth/verify-2fa', { body: { challenge_token, otp } })).status;
  }

  /**
   * Column → number of texts. Fails if one does not open under the keys, or is not under the first.
   */
  async function openEverything(keys: readonly Buffer[]): Promise<Record<string, number>> {
    const vault = createKeyVault(() => keys, 'live');
    const counts: Record<string, number> = {};
    for (const column of sealedColumns) {
      const values = await listSealedValues(database.read, column, undefined, 1_000);
      for (const { key, sealed } of values) {
        vault.open(sealed, column.place(...key));
        assert.equal(vault.isStale(sealed), false);
      }
      counts[column.table] = values.length;
    }
    return counts;
  }

  test('while accounts are created, everything is sealed again without an interruption', async () => {
    const [before] = readMasterKeyFile(settings.DATA_DIR!);
    let rotating = true;
    const registering = (async () => {
      while (rotating) await makeAccount(live);
    })();
    const { code, output, words } = await runOperator(settings, 'rotate-master-key');
    rotating = false;
    await registering;

    assert.deepEqual([code, words], [0, '']);
    assert.match(
      output,
      /^A new master key is now first in .*master-key\.\nlive: \d+ secret\(s\) encrypted with the new key\.\n/,
    );
    assert.match(output, /\nsandbox: \d+ secret\(s\) encrypted with the new key\.\n/);
    assert.match(output, /\nNo secret uses an old key\. 1 old key\(s\) removed from the file\.\n/);
    const keys = readMasterKeyFile(settings.DATA_DIR!);
    assert.equal(keys.length, 1);
    assert.notDeepEqual(keys[0], before);
    assert.equal(statSync(join(settings.DATA_DIR!, 'secrets/master-key')).mode & 0o777, 0o600);
    const counts = await openEverything(keys);
    for (const column of sealedColumns) assert.ok(counts[column.table]! > 0, `${column.table} was empty`);
  });

  test('the running service still knows second factors, keys and the sandbox', async () => {
    assert.equal(await logInWithCode(codeAt(totpSecret, currentStep())), 200);
    const { key } = await makeApiKey(live, account);
    assert.equal((await live.call('GET', '/v1/billing/usage', { token: key })).status, 200);
    await makeAccount(sandbox);
    await openEverything(readMasterKeyFile(settings.DATA_DIR!));
  });

  test('a text that no key opens keeps the old keys active', async () => {
    const lost = createKeyVault(() => [randomBytes(32)], 'live').seal(Buffer.from('{}'), 'mail:lost');
    const mail = { mail_id: 'lost', sealed_request: lost, next_attempt_at: Date.now() + 1e9, created_at: Date.now() };
    await database.transaction((transaction) => transaction.insertInto('mail_queue').values(mail).execute());
    const { code, output, words } = await runOperator(settings, 'rotate-master-key');
    assert.equal(code, 1);
    assert.match(output, /live: mail_queue\.sealed_request has secrets that no known key can decrypt\.\n/);
    assert.match(words, /^The old keys stay in the file\. /);
    assert.equal(readMasterKeyFile(settings.DATA_DIR!).length, 2);
    await database.transaction((transaction) =>
      transaction.deleteFrom('mail_queue').where('mail_id', '=', 'lost').execute(),
    );
  });

  test('a second rotation at the same time is refused', async () => {
    const lock = takeRotationLock(settings.DATA_DIR!);
    const { code, words } = await runOperator(settings, 'rotate-master-key');
    lock.release();
    assert.deepEqual([code, words], [1, 'Another rotation of the master key is in progress. Wait until it ends.\n']);
    assert.equal(readMasterKeyFile(settings.DATA_DIR!).length, 2);
  });

  test('with MASTER_KEY the operator moves the keys, and the command seals again under the first', async () => {
    const [current] = readMasterKeyFile(settings.DATA_DIR!).map((key) => key.toString('base64'));
    const explained = await runOperator({ ...settings, MASTER_KEY: current! }, 'rotate-master-key');
    assert.equal(explained.code, 1);
    assert.match(explained.words, /^MASTER_KEY has only one key\. .*\n.*MASTER_KEY=new,old/s);

    assert.equal(await service.stop(), 0);
    const next = randomBytes(32).toString('base64');
    const old = readMasterKeyFile(settings.DATA_DIR!).map((key) => key.toString('base64'));
    const both = { ...settings, MASTER_KEY: [next, ...old].join(',') };
    const { code, output } = await runOperator(both, 'rotate-master-key');
    assert.equal(code, 0);
    assert.match(output, /You can remove the other keys\.\n$/);
    await openEverything([Buffer.from(next, 'base64')]);
    service = await spawnService({ ...settings, MASTER_KEY: next });
    assert.equal(await logInWithCode(codeAt(totpSecret, currentStep() + 1)), 200);
  });
});

/** RFC 4648, section 6: what the service shows for typing into an app. */
function readBase32(text: string): Buffer {
  const bits = [...text].map((digit) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(digit).toString(2).padStart(5, '0'));
  return Buffer.from(
    bits
      .join('')
      .match(/.{8}/g)!
      .map((byte) => Number.parseInt(byte, 2)),
  );
}
