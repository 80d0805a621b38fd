// Secrets in the data folder: created once, readable only by their owner, replaced in one step.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { masterKeysFromFile, readMasterKeyFile, readOrMakeSecret, writeMasterKeyFile } from './secret-files.ts';

const folders: string[] = [];
const makeFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'provenance-secrets-'));
  folders.push(folder);
  return folder;
};
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

test('a secret is created once, with 32 random bytes and mode 0600 in a folder of mode 0700', () => {
  const folder = makeFolder();
  const secret = readOrMakeSecret(folder, 'jwt-secret');
  assert.equal(Buffer.from(secret, 'base64').length, 32);
  assert.equal(readOrMakeSecret(folder, 'jwt-secret'), secret);
  assert.notEqual(readOrMakeSecret(folder, 'another'), secret);
  assert.equal(statSync(join(folder, 'secrets', 'jwt-secret')).mode & 0o777, 0o600);
  assert.equal(statSync(join(folder, 'secrets')).mode & 0o777, 0o700);
});

test('processes that start at once agree on one secret and leave no draft behind', async () => {
  const folder = makeFolder();
  const script = `const { readOrMakeSecret } = await import(${JSON.stringify(new URL('./secret-files.ts', import.meta.url).href)});
    while (Date.now() < ${Date.now() + 700});
    process.stdout.write(readOrMakeSecret(${JSON.stringify(folder)}, 'master-key'));`;
  const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  const secrets = await Promise.all(Array.from({ length: 4 }, run));
  assert.equal(new Set(secrets.map(({ stdout }) => stdout)).size, 1);
  assert.deepEqual(readdirSync(join(folder, 'secrets')), ['master-key']);
});

test('a new master key appears at once in the newest state, with the old objects kept for the old keys', () => {
  const folder = makeFolder();
  const keys = masterKeysFromFile(folder);
  const [first] = keys();
  const added = randomBytes(32);
  writeMasterKeyFile(folder, [added, first!]);
  assert.deepEqual(keys(), [first], 'read a moment ago');
  assert.deepEqual(keys(true), [added, first]);
  assert.equal(keys()[1], first);
  assert.equal(statSync(join(folder, 'secrets', 'master-key')).mode & 0o777, 0o600);
});

test('a damaged master key file is refused', () => {
  for (const text of ['', '\n', 'AAAA\n', `${randomBytes(32).toString('base64')}\nAAAA\n`]) {
    const folder = makeFolder();
    readOrMakeSecret(folder, 'master-key');
    writeFileSync(join(folder, 'secrets', 'master-key'), text);
    assert.throws(() => readMasterKeyFile(folder), /The master key file is damaged/);
  }
});
