// The short version of `npm run bench -- hostility/forgery`. HOSTILITY_SEED makes other mutations.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countFor } from '../../engine/test-support/test-run.ts';
import { runMutations } from './run-mutations.ts';

const seed = Number(process.env.HOSTILITY_SEED ?? 1);
const count = countFor({ short: 300, long: 6_000 });

test(`seed ${seed}: of ${count} mutated files, only those that the service can deliver are authentic`, async (context) => {
  const { formats, findings } = await runMutations({ seed, first: 0, count, threads: 2 });
  const told = findings.map(
    ({ number, format, fault }) =>
      `${format}: ${fault}\nnpm run bench -- hostility/forgery --seed=${seed} --case=${number}`,
  );
  assert.deepEqual(told, []);
  const figures = [...formats.values()];
  assert.equal(
    figures.reduce((sum, { tried }) => sum + tried, 0),
    count,
  );
  assert.equal(formats.size, 13);
  // Some mutations undo each other. If nothing were authentic, the test would prove nothing.
  const authentic = figures.reduce((sum, each) => sum + each.authentic, 0);
  context.diagnostic(`${authentic} of them came back to a file that the service delivers`);
  assert.ok(authentic >= count / 300, `${authentic} authentic`);
});
