// What the service and its operator write into folders: only the owner can read databases, backups
// and secrets, even with a umask that forbids nothing, and the modes of older files are corrected.
import assert from 'node:assert/strict';
import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { makeAccount } from '../test-support/account.ts';
import { runOperator } from '../test-support/run-operator.ts';
import { type RunningService, startRunningService } from '../test-support/running-service.ts';

const folder = mkdtempSync(join(tmpdir(), 'provenance-modes-'));
const dataDirectory = join(folder, 'data');
const backup = join(folder, 'backups', 'today');
let service: RunningService;
let umask: number;

before(async () => {
  umask = process.umask(0);
  service = await startRunningService({ settings: { DATA_DIR: dataDirectory } });
});
after(async () => {
  await service.stop();
  process.umask(umask);
  rmSync(folder, { recursive: true });
});

const databases = ['live.sqlite', 'sandbox.sqlite'];
const withLogs = databases.flatMap((name) => [name, `${name}-shm`, `${name}-wal`]);
const secrets = ['secrets/jwt-secret', 'secrets/master-key'];

function modeOf(...path: string[]): string {
  return (statSync(join(...path)).mode & 0o777).toString(8);
}

function assertPrivate(place: string, names: readonly string[]): void {
  assert.deepEqual(
    names.map((name) => [name, modeOf(place, name)]),
    names.map((name) => [name, '600']),
  );
}

test('databases with their logs, and secrets, have mode 0600 in folders of mode 0700', async () => {
  await makeAccount(service.live);
  assertPrivate(dataDirectory, [...withLogs, ...secrets]);
  assert.deepEqual([modeOf(dataDirectory), modeOf(dataDirectory, 'secrets')], ['700', '700']);
});

test('files that others could read are corrected at the next start', async () => {
  for (const name of [...withLogs, ...secrets]) chmodSync(join(dataDirectory, name), 0o644);
  await service.restart();
  await makeAccount(service.live);
  assertPrivate(dataDirectory, [...withLogs, ...secrets]);
});

test('every file of a backup has mode 0600 in a folder of mode 0700', async () => {
  const { code, words } = await runOperator(service.settings, 'backup', backup);
  assert.equal(code, 0, words);
  assert.deepEqual(readdirSync(backup).sort(), ['backup.json', ...databases]);
  assertPrivate(backup, readdirSync(backup));
  assert.equal(modeOf(backup), '700');
});

test('a restored database has mode 0600, even from a backup that others could read', async () => {
  for (const name of readdirSync(backup)) chmodSync(join(backup, name), 0o644);
  const restored = join(folder, 'restored');
  cpSync(join(dataDirectory, 'secrets'), join(restored, 'secrets'), { recursive: true });
  const { code, words } = await runOperator({ ...service.settings, DATA_DIR: restored }, 'restore', backup);
  assert.equal(code, 0, words);
  assertPrivate(restored, databases);
});
