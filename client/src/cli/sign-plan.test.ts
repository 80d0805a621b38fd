// Signing in place never loses content that somebody wrote while the old content was signed.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { deliver, readJob, type SignPlan } from './sign-plan.ts';

test('a file that changed since it was read is not replaced', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'provenance-plan-'));
  const path = join(folder, 'text.txt');
  const plan = { generator: 'g', model: 'm', label: undefined, options: {}, isUploaded: true, force: true };
  try {
    writeFileSync(path, 'First.');
    const job = { path, bytes: 6, output: path };
    assert.ok(await readJob(plan as unknown as SignPlan, job));
    await deliver(job, Buffer.from('First, signed.'));
    assert.equal(readFileSync(path, 'utf8'), 'First, signed.');

    const again = { ...job };
    assert.ok(await readJob(plan as unknown as SignPlan, again));
    writeFileSync(path, 'A newer version.');
    await assert.rejects(deliver(again, Buffer.from('First, signed.')), /changed while it was signed/);
    assert.equal(readFileSync(path, 'utf8'), 'A newer version.');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
