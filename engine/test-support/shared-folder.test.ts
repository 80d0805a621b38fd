// The danger of skipping tests is that CI skips them too.
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openSharedFolder } from './shared-folder.ts';

const absent = join(tmpdir(), 'no-such-shared-folder');

test('an absent shared folder skips on a private machine and fails on CI', () => {
  assert.equal(openSharedFolder(absent, false), undefined);
  assert.throws(() => openSharedFolder(absent, true), /missing/);
});

test('an existing shared folder is opened', () => {
  assert.ok(
    openSharedFolder(import.meta.dirname, true)
      ?.names('.')
      .includes('shared-folder.ts'),
  );
});
