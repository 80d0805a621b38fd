// The short version of `npm run bench -- hostility/stores`: mutated manifest stores to the
// repository. HOSTILITY_SEED makes others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countFor } from '../../engine/test-support/test-run.ts';
import { fuzzStores } from './fuzz-stores.ts';

const seed = Number(process.env.HOSTILITY_SEED ?? 1);
const count = countFor({ short: 300, long: 2_000 });
const mostGrowth = 600 * 1024 * 1024;

test(`seed ${seed}: ${count} mutated manifest stores are refused with a sentence, or still valid`, async (t) => {
  const { findings, ...figures } = await fuzzStores({ seed, first: 0, count });
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(findings, [], `npm run bench -- hostility/stores --seed=${seed} --case=N`);
  assert.equal(figures.stores, count);
  assert.ok(figures.refused > count * 0.8, JSON.stringify(figures));
  assert.ok(figures.mostBytes - figures.restBytes < mostGrowth, JSON.stringify(figures));
});
