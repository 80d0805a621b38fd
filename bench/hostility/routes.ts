// Generated requests to every route of the OpenAPI document, from two organizations and without
// credentials: 100,000 of them, half on each database. `--seed=N` makes the same requests again,
// `--first=N --count=N` some of them, `--case=N` one. `--database=sqlite|postgres` uses one
// database.
import { isPostgresHere, postgresAbsent } from '../../service/test-support/postgres-server.ts';
import type { DatabaseKind } from '../../service/test-support/running-service.ts';
import { fuzzRoutes, type RouteFinding, type RouteTally } from '../../test/hostility/fuzz-routes.ts';
import { formatTable, keepFigures } from '../measurement.ts';
import { readOptions } from './options.ts';

const { database, ...options } = readOptions({ count: 50_000 });
const { seed } = options;
const databases: readonly DatabaseKind[] = database === undefined ? ['sqlite', 'postgres'] : [database];
console.log(`seed ${seed}`);
const results: { database: DatabaseKind; seconds: number; tally: RouteTally }[] = [];
for (const each of databases) {
  if (each === 'postgres' && !isPostgresHere()) {
    console.error(postgresAbsent);
    continue;
  }
  const started = performance.now();
  const tally = await fuzzRoutes({
    ...options,
    database: each,
    onProgress: ({ requests, findings }) => {
      if (requests % 2_000 === 0) process.stderr.write(`${each}: ${requests} requests, ${findings.length} findings\n`);
    },
    onFinding: (finding) => show(each, finding),
  });
  results.push({ database: each, seconds: (performance.now() - started) / 1_000, tally });
}
report();

function show(place: DatabaseKind, { number, request, fault }: RouteFinding): void {
  console.log(`${fault}\n  ${request}`);
  console.log(`  npm run bench -- hostility/routes --database=${place} --seed=${seed} --case=${number}\n`);
}

function report(): void {
  const mebibytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MiB`;
  const row = (name: string, value: (result: (typeof results)[number]) => string) => [name, ...results.map(value)];
  const rows = [
    row('', (result) => result.database),
    row('requests', ({ tally }) => tally.requests.toLocaleString('en')),
    row('requests in a second', ({ tally, seconds }) => (tally.requests / seconds).toFixed(0)),
    row(
      'routes that succeeded at least once',
      ({ tally }) => `${tally.routes - tally.unreached.length} of ${tally.routes}`,
    ),
    row('503 with Retry-After', ({ tally }) => String(tally.busy)),
    row('slowest answer', ({ tally }) => `${Math.round(tally.slowestMilliseconds)} ms`),
    row('slowest GET /health', ({ tally }) => `${Math.round(tally.slowestHealthMilliseconds)} ms`),
    row('memory after the first 500', ({ tally }) => mebibytes(tally.restBytes)),
    row('memory at its most', ({ tally }) => mebibytes(tally.mostBytes)),
    row('findings', ({ tally }) => String(tally.findings.length)),
  ];
  console.log(`\n${formatTable(rows)}\n`);
  for (const { database: place, tally } of results) {
    console.log(`${place}: ${JSON.stringify(tally.statuses)}`);
    console.log(`  never successful: ${tally.unreached.join(', ') || 'none'}`);
  }
  const figures = results.map(({ tally: { findings, ...rest }, ...result }) => ({
    ...result,
    ...rest,
    findings: findings.length,
  }));
  console.log(`Figures: ${keepFigures('hostility-routes', { seed, results: figures })}`);
  if (results.some(({ tally }) => tally.findings.length > 0)) process.exitCode = 1;
}
