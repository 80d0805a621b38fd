// The cost of telemetry: GET /version per CPU-second of the server with telemetry off, with 1% of
// the requests in traces, with all of them, and with a collector that is down. Rounds are
// interleaved, and every ratio is taken within its round.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatTable, keepFigures, median } from '../measurement.ts';
import type { LoadOrder, LoadResult } from './http/load.ts';
import { type ServerProcess, startProcess, startServer } from './http/processes.ts';

const rounds = Number(process.env.ROUNDS ?? 25);
const warmUp = { milliseconds: 2_000, leastAnswers: 20_000 };
const round = { milliseconds: 400, leastAnswers: 0 };
const connections = 32;

const folder = mkdtempSync(join(tmpdir(), 'provenance-bench-'));
const collector = await startServer('collector-server.ts', {}, join(folder, 'collector.log'));
const load = startProcess('load.ts');
const servers: ServerProcess[] = [];
try {
  const cases = [
    { name: 'off', server: await start('off', {}) },
    // Shows how much two equal servers differ on this machine.
    { name: 'off, a second server', server: await start('off-too', {}) },
    { name: '1% of the requests', server: await start('few', tracing(collector.url, '0.01')) },
    { name: 'all requests', server: await start('all', tracing(collector.url, '1')) },
    { name: 'all requests, collector down', server: await start('down', tracing('http://127.0.0.1:1', '1')) },
  ];
  for (const { server } of cases) await requestsPerCpuSecond(server, warmUp);
  const rates = cases.map(() => [] as number[]);
  for (let count = 1; count <= rounds; count += 1) {
    for (const [place, { server }] of cases.entries()) rates[place]!.push(await requestsPerCpuSecond(server, round));
    if (count % 5 === 0) process.stderr.write(`round ${count} of ${rounds}\n`);
  }
  const results = cases.map(({ name }, place) => ({
    name,
    requestsPerCpuSecond: Math.round(median(rates[place]!)),
    share: median(rates[place]!.map((rate, each) => rate / rates[0]![each]!)),
  }));
  const rows = results.map(({ name, requestsPerCpuSecond: rate, share }) => [
    name,
    rate.toLocaleString('en'),
    `${(share * 100).toFixed(1)}%`,
  ]);
  console.log(`\n${formatTable([['telemetry', 'requests per CPU-second', 'of off'], ...rows])}\n`);
  console.log(`Figures: ${keepFigures('speed-telemetry', { connections, round, rounds, results })}`);
} finally {
  await Promise.all([load, collector, ...servers].map((each) => each.stop()));
  rmSync(folder, { recursive: true, force: true });
}

async function start(name: string, settings: Record<string, string>): Promise<ServerProcess> {
  const own = {
    PORT: '0',
    SANDBOX_PORT: '0',
    DATA_DIR: join(folder, name),
    LOG_LEVEL: 'info',
    PUBLIC_LIMIT_PER_MINUTE: '0',
    ...settings,
  };
  const server = await startServer('service-server.ts', own, join(folder, `${name}.log`));
  servers.push(server);
  return server;
}

function tracing(endpoint: string, ratio: string): Record<string, string> {
  return { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio };
}

async function requestsPerCpuSecond(
  server: ServerProcess,
  duration: { milliseconds: number; leastAnswers: number },
): Promise<number> {
  const before = (await server.ask('cpu')) as number;
  const order: LoadOrder = { url: server.url, paths: ['/version'], credentials: [], connections, ...duration };
  const { answers, refused } = (await load.ask(order)) as LoadResult;
  if (refused > 0) throw new Error(`${refused} of ${answers} answers were not 200.`);
  return answers / ((((await server.ask('cpu')) as number) - before) / 1_000_000);
}
