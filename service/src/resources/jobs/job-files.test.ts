// Checkpoints come back whole, although a store limits the time of each read. Space stays free.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createFolderStore } from '../../adapters/object-store/folder-store.ts';
import { StoreUnavailable } from '../../adapters/object-store/object-store.ts';
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

test('uploads leave the reserve free, work on jobs leaves half of it, and outcomes always fit', async () => {
  let free = 0;
  const files = createJobFiles({ ...createFolderStore(folder), freeBytes: async () => free }, 1_000);
  const bytes = new Uint8Array(100);
  const saved = await files.openCheckpoints('job_2');
  const writePart = () => files.writePart('job_2', 1, 'a', bytes);
  const works = [
    () => saved.save('one', bytes),
    async () => {
      const result = files.writeResult('job_2', 1);
      await result.write(bytes);
      await result.finish();
    },
  ];
  free = 1_100;
  await writePart();
  free = 1_099;
  await assert.rejects(writePart, StoreUnavailable);
  free = 600;
  for (const work of works) await work();
  free = 599;
  for (const work of works) await assert.rejects(work, StoreUnavailable);
  await files.writeOutcome('job_2', 1, bytes);
});

test('a bucket has no reserve', async () => {
  const bucket = { ...createFolderStore(folder), freeBytes: async () => undefined };
  await createJobFiles(bucket, 1_000).writePart('job_3', 1, 'a', new Uint8Array(1));
});
