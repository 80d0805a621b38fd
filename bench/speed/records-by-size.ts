// The figures of speed/records for two services side by side, one with a few thousand records and
// one with a million: the cost of a record must not grow with the number of records. The requested
// statuses are spread over all of them. Needs 5 GB of disk for each database. `npm run bench --
// speed/records-by-size sqlite` uses one.
import type { DatabaseKind } from '../../service/test-support/running-service.ts';
import { formatTable, keepFigures, median } from '../measurement.ts';
import { fillRecords, placeBehind } from './records/fill-records.ts';
import { type MeasuredService, type Rates, type Round, startMeasuredService } from './records/measured-service.ts';

/**
 * Many and short, because the speed of a shared machine changes from second to second by more than
 * the difference to measure. Not so short that one garbage collection decides.
 */
const rounds = 15;
const shortRound: Round = { records: 800, milliseconds: 400 };
const warmUpRounds = 4;
const many = 1_000_000;
const mostTokens = 4_000;
const mostDifference = 0.2;

/** Each against the bare part of the same round, at the same speed of the machine. */
const shares = {
  'POST /v1/records': (rates: Rates) => rates.single / rates.verifications,
  'POST /v1/records/batch, each record': (rates: Rates) => rates.batch / rates.verifications,
  'GET /v1/verify/status/:token': (rates: Rates) => rates.status / rates.bare,
};

const kinds = process.argv[2] ? [process.argv[2] as DatabaseKind] : (['sqlite', 'postgres'] as const);
const results: { database: DatabaseKind; name: string; few: number; many: number; difference: number }[] = [];
for (const kind of kinds) {
  const services = [await startMeasuredService(kind), await startMeasuredService(kind)] as const;
  try {
    process.stderr.write(`${kind}: filling\n`);
    await fillRecords({ ...services[1], records: many });
    services[1].askFor(await spreadTokens(services[1]));
    await measureRounds(services, warmUpRounds);
    const measured = await measureRounds(services, rounds, shortRound);
    for (const [name, share] of Object.entries(shares)) {
      const [few, later] = [0, 1].map((which) => median(measured.map((pair) => share(pair[which]!)))) as [
        number,
        number,
      ];
      results.push({ database: kind, name, few, many: later, difference: later / few - 1 });
    }
  } finally {
    await Promise.all(services.map((service) => service.stop()));
  }
}
report();

/** In turns, so that both services are equally warm and see the same speed of the machine. */
async function measureRounds(services: readonly MeasuredService[], count: number, round?: Round): Promise<Rates[][]> {
  const measured: Rates[][] = [];
  for (let number = 0; number < count; number += 1) {
    const pair: Rates[] = [];
    for (const service of services) pair.push(await service.measure(round));
    measured.push(pair);
  }
  return measured;
}

/** From filled records over the whole range, so that hardly two share a page of the database. */
async function spreadTokens(service: MeasuredService): Promise<string[]> {
  const tokens: string[] = [];
  while (tokens.length < mostTokens) {
    const before = placeBehind(Math.floor(Math.random() * many));
    const { records } = await service.listRecords(`limit=1&before=${encodeURIComponent(before)}`);
    tokens.push(records[0]!.token);
  }
  return tokens;
}

function report(): void {
  const percent = (value: number) => `${(value * 100).toFixed(1)}%`;
  const rows = results.map(({ database, name, few, many: later, difference }) => [
    `${database}: ${name}`,
    percent(few),
    percent(later),
    percent(difference),
    `within ±${percent(mostDifference)}: ${Math.abs(difference) < mostDifference ? 'met' : 'MISSED'}`,
  ]);
  console.log(
    `\n${formatTable([['of the bare part, with', 'few thousand', 'over a million', 'difference', 'limit'], ...rows])}\n`,
  );
  console.log(`Figures: ${keepFigures('speed-records-by-size', { rounds, results })}`);
  if (results.some(({ difference }) => Math.abs(difference) >= mostDifference)) process.exitCode = 1;
}
