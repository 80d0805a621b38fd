// The figures of speed/records with a thousand records stored and with a million: what a record costs must not grow with
// the records that are there. Needs 5 GB of disk for each database; `npm run bench -- speed/records-by-size sqlite` takes one.
import { formatTable, keepFigures, median } from '../measurement.ts';
import { fillRecords } from './records/fill-records.ts';
import {
  type DatabaseKind,
  type MeasuredService,
  type Rates,
  startMeasuredService,
} from './records/measured-service.ts';

const rounds = 4;
const warmUpRounds = 8;
const many = 1_000_000;
const mostDifference = 0.2;

/** Each against the bare part of its own round: the machine's mood is the same in both. */
const shares = {
  'POST /v1/records': (rates: Rates) => rates.single / rates.verifications,
  'POST /v1/records/batch, each record': (rates: Rates) => rates.batch / rates.verifications,
  'GET /v1/verify/status/:token': (rates: Rates) => rates.status / rates.bare,
};

const kinds = process.argv[2] ? [process.argv[2] as DatabaseKind] : (['sqlite', 'postgres'] as const);
const results: { database: DatabaseKind; name: string; few: number; many: number; difference: number }[] = [];
for (const kind of kinds) {
  const service = await startMeasuredService(kind);
  try {
    for (let round = 0; round < warmUpRounds; round += 1) await service.measure();
    const few = await measureRounds(service);
    process.stderr.write(`${kind}: measured with few; filling\n`);
    await fillRecords({ ...service, records: many });
    await service.measure();
    const after = await measureRounds(service);
    for (const [name, share] of Object.entries(shares)) {
      const [before, later] = [median(few.map(share)), median(after.map(share))];
      results.push({ database: kind, name, few: before, many: later, difference: later / before - 1 });
    }
  } finally {
    await service.stop();
  }
}
report();

async function measureRounds(service: MeasuredService): Promise<Rates[]> {
  const measured: Rates[] = [];
  for (let round = 0; round < rounds; round += 1) measured.push(await service.measure());
  return measured;
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
