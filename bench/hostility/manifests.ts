// Mutated manifest stores through the reader and mutated chains through the certificate routes:
// 100,000 of them. `--seed=N` makes the same cases again, `--case=N` one of them alone.
import { fuzzManifests } from '../../test/hostility/fuzz-manifests.ts';
import { formatTable, keepFigures } from '../measurement.ts';
import { readOptions } from './options.ts';

const { seed, first, count, minutes } = readOptions({ count: 100_000 });
console.log(`seed ${seed}`);
let shown = 0;
const started = performance.now();
const { findings, ...figures } = await fuzzManifests({
  seed,
  first,
  count,
  minutes,
  onProgress: ({ cases, findings: found }) => {
    for (const { number, fault } of found.slice(shown))
      console.log(`${fault}\n  npm run bench -- hostility/manifests --seed=${seed} --case=${number}\n`);
    shown = found.length;
    if (cases % 2_000 === 0) process.stderr.write(`${cases} cases, ${shown} findings\n`);
  },
});
const seconds = (performance.now() - started) / 1_000;
const rows = [
  ...Object.entries(figures.outcomes)
    .sort()
    .map(([outcome, cases]) => [outcome, cases.toLocaleString('en')]),
  ['slowest', `${Math.round(figures.slowestMilliseconds)} ms`],
  ['memory at its most', `${Math.round(figures.mostResidentBytes / 1024 / 1024)} MiB`],
  ['findings', String(findings.length)],
  ['cases in a second', (figures.cases / seconds).toFixed(0)],
];
console.log(`\n${formatTable([['', ''], ...rows])}\n`);
console.log(`Figures: ${keepFigures('hostility-manifests', { seed, seconds, ...figures, findings: findings.length })}`);
if (findings.length > 0) process.exitCode = 1;
