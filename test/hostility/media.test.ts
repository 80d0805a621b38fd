// The short version of `npm run bench -- hostility/media`: mutated files through signing and
// verifying. HOSTILITY_SEED makes others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countFor } from '../../engine/test-support/test-run.ts';
import { fuzzMedia } from './fuzz-media.ts';
import { isSharedHere, sharedFolder } from './sample-files.ts';

const seed = Number(process.env.HOSTILITY_SEED ?? 1);
const count = countFor({ short: 40, long: 300 });
const mostBytes = 600 * 1024 * 1024;

test(`seed ${seed}: ${count} mutated files are signed and then authentic, or refused with a sentence`, async (t) => {
  const absence = `${sharedFolder} is not there, so its files were not mutated.`;
  if (!isSharedHere()) {
    if (process.env.CI === 'true') assert.fail(absence);
    return t.skip(absence);
  }
  const { findings, ...figures } = await fuzzMedia({ seed, first: 0, count, processes: 1 });
  t.diagnostic(JSON.stringify(figures));
  const told = findings.map(
    ({ number, name, fault }) => `${name}: ${fault}\nnpm run bench -- hostility/media --seed=${seed} --case=${number}`,
  );
  assert.deepEqual(told, []);
  assert.equal(figures.files, count);
  assert.ok(figures.signed >= count / 10 && figures.refused >= count / 10, JSON.stringify(figures));
  assert.ok(figures.mostResidentBytes < mostBytes, `${figures.mostResidentBytes} bytes`);
});
