// Several launches at once on a fresh clone: one installs, the others wait for it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';

function makeFolder(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'provenance-lock-'));
  context.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A process that does the work (a line in a file, a pause) under the lock, or finds it done. */
const launch = `
  import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
  import { holdingInstallLock } from ${JSON.stringify(new URL('./install-lock.js', import.meta.url).href)};
  const [folder, failure] = process.argv.slice(1);
  const done = folder + '/done';
  await holdingInstallLock(folder, () => existsSync(done), async () => {
    appendFileSync(folder + '/work', process.pid + '\\n');
    await new Promise((resolve) => setTimeout(resolve, 300));
    if (failure) throw new Error(failure);
    writeFileSync(done, '');
  });
  if (!existsSync(done)) throw new Error('It went on before the work was done.');`;

function run(...launchArguments: string[]): Promise<unknown> {
  return promisify(execFile)(process.execPath, ['--input-type=module', '--eval', launch, ...launchArguments]);
}

test('one of five simultaneous launches does the work, and the others continue when it is done', async (context) => {
  const folder = makeFolder(context);
  await Promise.all(Array.from({ length: 5 }, () => run(folder)));
  assert.equal(readFileSync(join(folder, 'work'), 'utf8').trim().split('\n').length, 1);
  assert.deepEqual(readdirSync(folder).sort(), ['done', 'work']);
});

test('the lock of a killed launch is taken over', async (context) => {
  const folder = makeFolder(context);
  const lock = join(folder, '.install-lock');
  writeFileSync(lock, '');
  utimesSync(lock, new Date(), new Date(Date.now() - 60_000));
  await Promise.all([run(folder), run(folder)]);
  assert.deepEqual(readdirSync(folder).sort(), ['done', 'work']);
});

test('failed work releases the lock', async (context) => {
  const folder = makeFolder(context);
  await assert.rejects(run(folder, 'no network'), /no network/);
  assert.deepEqual(readdirSync(folder), ['work']);
});
