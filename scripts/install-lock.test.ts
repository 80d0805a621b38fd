// Several launches at once on a fresh clone: one installs, the others wait for it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { holdingInstallLock } from './install-lock.js';

function makeFolder(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'provenance-lock-'));
  context.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A process that does the work (a line in a file, a pause) under the lock, or finds it done. */
const launch = `
  import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
  import { holdingInstallLock } from ${JSON.stringify(new URL('./install-lock.js', import.meta.url).href)};
  const folder = process.argv[1];
  await holdingInstallLock(folder, () => existsSync(folder + '/done'), async () => {
    appendFileSync(folder + '/work', process.pid + '\\n');
    await new Promise((resolve) => setTimeout(resolve, 300));
    writeFileSync(folder + '/done', '');
  });
  if (!existsSync(folder + '/done')) process.exit(1);`;

test('of five launches at once one does the work, and all go on when it is done', async (context) => {
  const folder = makeFolder(context);
  const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '--eval', launch, folder]);
  await Promise.all(Array.from({ length: 5 }, run));
  assert.equal(readFileSync(join(folder, 'work'), 'utf8').trim().split('\n').length, 1);
  assert.deepEqual(readdirSync(folder).sort(), ['done', 'work']);
});

test('a lock that a killed launch left behind is taken over', async (context) => {
  const folder = makeFolder(context);
  const lock = join(folder, '.install-lock');
  writeFileSync(lock, '');
  utimesSync(lock, new Date(), new Date(Date.now() - 60_000));
  let done = false;
  await holdingInstallLock(
    folder,
    () => done,
    async () => {
      assert.ok(existsSync(lock));
      done = true;
    },
  );
  assert.ok(done);
  assert.deepEqual(readdirSync(folder), []);
});

test('work that fails gives the lock back', async (context) => {
  const folder = makeFolder(context);
  const failing = holdingInstallLock(
    folder,
    () => false,
    () => Promise.reject(new Error('no network')),
  );
  await assert.rejects(failing, /no network/);
  assert.deepEqual(readdirSync(folder), []);
});
