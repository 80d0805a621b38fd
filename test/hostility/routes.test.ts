// The short version of `npm run bench -- hostility/routes`: generated requests to every route, from
// two organizations and without credentials. HOSTILITY_SEED makes others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countFor, runsLongPart } from '../../engine/test-support/test-run.ts';
import { isPostgresHere, postgresAbsent } from '../../service/test-support/postgres-server.ts';
import { fuzzRoutes } from './fuzz-routes.ts';

const seed = Number(process.env.HOSTILITY_SEED ?? 1);
const count = countFor({ short: 130, long: 1_200 });
/** The largest share of routes at which no request succeeded. */
const mostUnreached = count < 800 ? 0.9 : 0.5;
/** The cost of a hostile request, above the use of the process after ordinary work. */
const mostGrowth = 300 * 1024 * 1024;

// The long run uses the database that is stricter about texts and numbers. The bench uses both.
test(`seed ${seed}: ${count} generated requests break nothing and give no access`, async (t) => {
  if (runsLongPart && !isPostgresHere()) assert.ok(process.env.CI !== 'true', postgresAbsent);
  const database = runsLongPart && isPostgresHere() ? 'postgres' : 'sqlite';
  const tally = await fuzzRoutes({ database, seed, first: 0, count });
  const { findings, ...figures } = tally;
  t.diagnostic(JSON.stringify(figures));
  const told = findings.map(
    ({ number, request, fault }) =>
      `${fault}\n${request}\nnpm run bench -- hostility/routes --database=${database} --seed=${seed} --case=${number}`,
  );
  assert.deepEqual(told, []);
  assert.equal(tally.requests, count);
  // Without it, a service that refuses everything would pass.
  assert.ok(tally.unreached.length < tally.routes * mostUnreached, `never successful: ${tally.unreached.join(', ')}`);
  assert.ok(tally.mostBytes - tally.restBytes < mostGrowth, `${tally.mostBytes} bytes, at rest ${tally.restBytes}`);
});
