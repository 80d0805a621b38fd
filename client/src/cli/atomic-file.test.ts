// A file that must not replace another, even one that appeared a moment ago.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { writeFileAtomically } from './atomic-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'provenance-atomic-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('an exclusive write never replaces a file or a link, and leaves nothing behind', async () => {
  const path = join(folder, 'a.txt');
  await writeFileAtomically(path, 'first', { exclusive: true });
  await assert.rejects(writeFileAtomically(path, 'second', { exclusive: true }), { code: 'EEXIST' });
  const link = join(folder, 'link.txt');
  symlinkSync(join(folder, 'nowhere.txt'), link);
  await assert.rejects(writeFileAtomically(link, 'third', { exclusive: true }), { code: 'EEXIST' });
  assert.equal(readFileSync(path, 'utf8'), 'first');
  assert.deepEqual(readdirSync(folder).sort(), ['a.txt', 'link.txt']);
});
