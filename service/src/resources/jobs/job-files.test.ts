// Checkpoints come back whole, although a store limits the time of each read.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createFolderStore } from '../../adapters/object-store/folder-store.ts';
import { createJobFiles } from './job-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'provenance-job-files-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('a large checkpoint is read in small pieces, and an empty one comes back', async () => {
  const lengths: number[] = [];
  const store = createFolderStore(folder);
  const files = createJobFiles({
    ...store,
    read(name, offset, length) {
      lengths.push(length);
      return store.read(name, offset, length);
    },
  });
  const large = randomBytes(5_000_000);
  const saved = await files.openCheckpoints('job_1');
  await saved.save('large', large);
  await saved.save('empty', new Uint8Array());
  const later = await files.openCheckpoints('job_1');
  assert.ok(large.equals((await later.load('large'))!));
  assert.ok(Math.max(...lengths) <= 2 * 1024 * 1024, `${Math.max(...lengths)} bytes in one read`);
  assert.equal((await later.load('empty'))?.length, 0);
  assert.equal(await later.load('missing'), undefined);
});
