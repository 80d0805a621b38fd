// A backup made while the service writes, and its restore: it contains everything that was
// acknowledged before, its audit chain is complete, and a damaged copy or a wrong key never reaches
// the place of the data.
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { withPostgres } from '../../test-support/on-each-database.ts';
import { runOperator } from '../../test-support/run-operator.ts';
import {
  type RunningService,
  removeData,
  settingsFor,
  startRunningService,
} from '../../test-support/running-service.ts';
import { makeSigningAccount, makeSubmission, type SigningAccount } from '../../test-support/signing-client.ts';

let service: RunningService;
let org: SigningAccount;
const folder = mkdtempSync(join(tmpdir(), 'provenance-backup-'));
const backup = join(folder, 'backup');
const acknowledged: string[] = [];

before(async () => {
  service = await startRunningService({ database: 'sqlite' });
  org = await makeSigningAccount(service, 'enterprise');
});
after(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

async function submit(): Promise<void> {
  const { status, body } = await service.live.call('POST', '/v1/records', {
    token: org.key,
    body: makeSubmission(org.signer, org.generatorId),
  });
  assert.equal(status, 201);
  acknowledged.push(body.record_id);
}

/** A folder for the data with the key of the backup. */
function emptyData(name: string): Record<string, string> {
  const directory = join(folder, name);
  mkdirSync(join(directory, 'secrets'), { recursive: true });
  cpSync(join(service.settings.DATA_DIR!, 'secrets', 'master-key'), join(directory, 'secrets', 'master-key'));
  return { ...service.settings, DATA_DIR: directory };
}

test('a backup works while records arrive', async () => {
  for (let count = 0; count < 20; count += 1) await submit();
  let writing = true;
  const writers = Array.from({ length: 4 }, async () => {
    while (writing) await submit();
  });
  const before = acknowledged.length;
  const { code, output, words } = await runOperator(service.settings, 'backup', backup);
  writing = false;
  await Promise.all(writers);
  assert.equal(code, 0, words);
  assert.match(output, /you need .*master-key, which is not in the backup/);
  assert.ok(acknowledged.length > before, 'nobody wrote meanwhile');
  acknowledged.length = before;
  const again = await runOperator(service.settings, 'backup', backup);
  assert.deepEqual([again.code, /already exists/.test(again.words)], [1, true]);
});

test('a restored backup contains everything acknowledged before, and its audit chain is valid', async () => {
  const settings = emptyData('restored');
  const { code, words } = await runOperator(settings, 'restore', backup);
  assert.equal(code, 0, words);
  const restored = await startRunningService({ database: 'sqlite', settings });
  try {
    for (const id of acknowledged) {
      assert.equal((await restored.live.call('GET', `/v1/records/${id}`, { token: org.key })).status, 200);
    }
    const chain = await runOperator(settings, 'verify-audit', org.orgId);
    assert.equal(chain.code, 0, chain.output);
    const twice = await runOperator(settings, 'restore', backup);
    assert.deepEqual([twice.code, /move the old data to another folder first/.test(twice.words)], [1, true]);
  } finally {
    await restored.stop();
  }
});

test('a changed byte, another key, a missing key or no backup is refused, and nothing is written', async () => {
  const altered = join(folder, 'altered');
  cpSync(backup, altered, { recursive: true });
  const bytes = readFileSync(join(altered, 'live.sqlite'));
  bytes[bytes.length >> 1]! ^= 1;
  writeFileSync(join(altered, 'live.sqlite'), bytes);
  const otherKey = emptyData('other-key');
  writeFileSync(join(otherKey.DATA_DIR!, 'secrets', 'master-key'), `${Buffer.alloc(32, 7).toString('base64')}\n`);
  const noKey = emptyData('no-key');
  rmSync(join(noKey.DATA_DIR!, 'secrets', 'master-key'));
  for (const [settings, from, sentence] of [
    [emptyData('altered-data'), altered, /its SHA-256 is different/],
    [otherKey, backup, /MASTER_KEY is not the key that encrypted this database/],
    [noKey, backup, /First put the master key of the backup/],
    [emptyData('nothing'), folder, /is not a backup/],
  ] as const) {
    const { code, words } = await runOperator(settings, 'restore', from);
    assert.deepEqual([code, sentence.test(words)], [1, true], words);
    assert.equal(existsSync(join(settings.DATA_DIR!, 'live.sqlite')), false);
  }
});

withPostgres(() => {
  test('on PostgreSQL, the command names its own tools', async () => {
    const settings = await settingsFor({ database: 'postgres' });
    const { code, words } = await runOperator(settings, 'backup', join(folder, 'none'));
    assert.deepEqual([code, /pg_dump/.test(words)], [1, true]);
    await removeData(settings);
  });
});
