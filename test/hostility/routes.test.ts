// The short version of `npm run bench -- hostility/routes`: made-up requests to every route, by two organizations and by nobody.
// HOSTILITY_SEED makes others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPostgresHere, postgresAbsent } from '../../service/test-support/postgres-server.ts';
import { fuzzRoutes } from './fuzz-routes.ts';

const seed = Number(process.env.HOSTILITY_SEED ?? 1);
const count = 800;
/** What a hostile request may cost, above what the process takes after ordinary work. */
const mostGrowth = 300 * 1024 * 1024;
/** Soon, for a machine that runs other tests beside this one. */
const longestHealthMilliseconds = 10_000;

// The stricter of the two databases about texts and numbers; the long version asks both.
test(`seed ${seed}: ${count} made-up requests break nothing and open nothing`, async (t) => {
  if (!isPostgresHere()) assert.ok(process.env.CI !== 'true', postgresAbsent);
  const database = isPostgresHere() ? 'postgres' : 'sqlite';
  const tally = await fuzzRoutes({ database, seed, first: 0, count });
  const { findings, ...figures } = tally;
  t.diagnostic(JSON.stringify(figures));
  const told = findings.map(
    ({ number, request, fault }) =>
      `${fault}\n${request}\nnpm run bench -- hostility/routes --database=${database} --seed=${seed} --case=${number}`,
  );
  assert.deepEqual(told, []);
  assert.equal(tally.requests, count);
  // Without it a service that refuses everything would pass.
  assert.ok(tally.unreached.length < tally.routes / 2, `never successful: ${tally.unreached.join(', ')}`);
  assert.ok(tally.mostBytes - tally.restBytes < mostGrowth, `${tally.mostBytes} bytes, at rest ${tally.restBytes}`);
  assert.ok(tally.slowestHealthMilliseconds < longestHealthMilliseconds, `${tally.slowestHealthMilliseconds} ms`);
});
