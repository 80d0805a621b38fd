// The short version of `npm run bench -- hostility/manifests`: mutated manifests and chains.
// HOSTILITY_SEED makes others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countFor } from '../../engine/test-support/test-run.ts';
import { withOpenssl } from '../../service/test-support/https-receiver.ts';
import { fuzzManifests } from './fuzz-manifests.ts';

const seed = Number(process.env.HOSTILITY_SEED ?? 1);
const count = countFor({ short: 300, long: 2_000 });
const mostBytes = 900 * 1024 * 1024;

withOpenssl(() => {
  test(`seed ${seed}: ${count} mutated manifests and chains get findings or a 4xx`, async (t) => {
    const { findings, ...figures } = await fuzzManifests({ seed, first: 0, count });
    t.diagnostic(JSON.stringify(figures));
    const faults = findings.map(
      ({ number, fault }) => `${fault}\nnpm run bench -- hostility/manifests --seed=${seed} --case=${number}`,
    );
    assert.deepEqual(faults, []);
    assert.ok(figures.mostResidentBytes < mostBytes, `${figures.mostResidentBytes} bytes`);
  });
});
