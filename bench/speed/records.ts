// Records accepted per CPU-second of the service, one by one and in batches of 50, compared with
// bare ML-DSA-65 verifications per CPU-second in the same run, and the status by token compared
// with a bare Fastify route. On SQLite and on PostgreSQL. `npm run bench -- speed/records sqlite`
// uses one of them.
import type { DatabaseKind } from '../../service/test-support/running-service.ts';
import { formatTable, keepFigures, median } from '../measurement.ts';
import { type Rates, startMeasuredService } from './records/measured-service.ts';

/**
 * The speed of a shared machine varies, so shares are taken within a round, and the median of many
 * counts.
 */
const rounds = 11;
/** The compiler needs some thousand calls before it has seen every path. */
const warmUpRounds = 3;

const kinds = process.argv[2] ? [process.argv[2] as DatabaseKind] : (['sqlite', 'postgres'] as const);
const results = [];
for (const kind of kinds) results.push(...(await measureOn(kind)));
report(results);

interface Result {
  readonly name: string;
  readonly rate: number;
  readonly share?: number;
  readonly least?: number;
}

async function measureOn(kind: DatabaseKind): Promise<Result[]> {
  const service = await startMeasuredService(kind);
  const measured: Rates[] = [];
  try {
    for (let count = 1 - warmUpRounds; count <= rounds; count += 1) {
      const rates = await service.measure();
      if (count > 0) measured.push(rates);
      if (count % 5 === 0)
        process.stderr.write(`${kind}: ${count > 0 ? `${count} of ${rounds} rounds` : 'warming up'}\n`);
    }
  } finally {
    await service.stop();
  }
  const rate = (name: keyof Rates) => median(measured.map((each) => each[name]));
  // Within its round, so that other work on the machine affects both equally.
  const share = (name: keyof Rates, of: keyof Rates) => median(measured.map((each) => each[name] / each[of]));
  return [
    { name: `${kind}: bare ML-DSA-65 verification`, rate: rate('verifications') },
    { name: 'POST /v1/records', rate: rate('single'), share: share('single', 'verifications'), least: 0.25 },
    {
      name: 'POST /v1/records/batch, each record',
      rate: rate('batch'),
      share: share('batch', 'verifications'),
      least: 0.5,
    },
    { name: `${kind}: bare Fastify route`, rate: rate('bare') },
    { name: 'GET /v1/verify/status/:token', rate: rate('status'), share: share('status', 'bare'), least: 0.3 },
  ];
}

function report(rows: readonly Result[]): void {
  const percent = (value: number) => `${(value * 100).toFixed(1)}%`;
  const table = rows.map(({ name, rate, share, least }) => [
    name,
    Math.round(rate).toLocaleString('en'),
    share === undefined ? '' : percent(share),
    share === undefined ? '' : `at least ${percent(least!)}: ${share >= least! ? 'met' : 'MISSED'}`,
  ]);
  console.log(`\n${formatTable([['', 'per CPU-second', 'of the bare one', 'limit'], ...table])}\n`);
  console.log(`Figures: ${keepFigures('speed-records', { rounds, results: rows })}`);
  if (rows.some(({ share = 1, least = 0 }) => share < least)) process.exitCode = 1;
}
