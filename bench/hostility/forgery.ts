// Structured mutations of signed files against the verdict: `--count=1000000` tries a million.
// Every file that is called authentic must be, byte for byte, one that the service can deliver.
// `--seed=N` makes the same mutations again, `--case=N` one.
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type MutationFinding, runMutations } from '../../test/forgery/run-mutations.ts';
import { formatTable, keepFigures } from '../measurement.ts';
import { readOptions } from './options.ts';

const options = readOptions({ count: 20_000 });
const { seed } = options;
const threads = options.count > 1 ? availableParallelism() : 1;
console.log(`seed ${seed}`);
const started = performance.now();
const { formats, findings } = await runMutations({
  ...options,
  threads,
  onProgress: (tried, found) => {
    if (tried % 20_000 < 1_000) process.stderr.write(`${tried} files, ${found} findings\n`);
  },
  onFinding: show,
});
const seconds = (performance.now() - started) / 1_000;
const tried = [...formats.values()].reduce((sum, each) => sum + each.tried, 0);
const authentic = [...formats.values()].reduce((sum, each) => sum + each.authentic, 0);
const rows = [...formats]
  .sort(([left], [right]) => left.localeCompare(right))
  .map(([format, each]) => [
    format,
    each.tried.toLocaleString('en'),
    each.authentic.toLocaleString('en'),
    (each.milliseconds / 1_000).toFixed(1),
  ]);
const heads = ['format', 'mutations', 'authentic, all deliverable', 'seconds of a thread'];
const all = ['all', tried.toLocaleString('en'), authentic.toLocaleString('en'), seconds.toFixed(1)];
console.log(`\n${formatTable([heads, ...rows, all])}\n`);
console.log(`${(tried / seconds).toFixed(0)} a second on ${threads} threads; findings: ${findings.length}`);
const figures = {
  seed,
  seconds,
  threads,
  tried,
  authentic,
  findings: findings.length,
  formats: Object.fromEntries(formats),
};
console.log(`Figures: ${keepFigures('hostility-forgery', figures)}`);
if (findings.length > 0) process.exitCode = 1;

function show({ number, format, fault, bytes }: MutationFinding): void {
  const folder = join(import.meta.dirname, '../results');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `forgery-${seed}-${number}.bin`);
  writeFileSync(file, bytes);
  console.log(`${format}: ${fault}\n  the file: ${file}`);
  console.log(`  npm run bench -- hostility/forgery --seed=${seed} --case=${number}\n`);
}
