// Mutated files through signing and verifying: 100,000 of them, made from the small files of
// ../shared. `--seed=N` makes the same files again, `--case=N` only one of them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fuzzMedia, type MediaFinding, type MediaTally } from '../../test/hostility/fuzz-media.ts';
import { makeMediaCase } from '../../test/hostility/media-cases.ts';
import { readSampleFiles } from '../../test/hostility/sample-files.ts';
import { formatTable, keepFigures } from '../measurement.ts';
import { readOptions } from './options.ts';

const options = readOptions({ count: 100_000 });
const { seed } = options;
console.log(`seed ${seed}`);
const samples = await readSampleFiles();
const started = performance.now();
const tally = await fuzzMedia({
  ...options,
  processes: options.count > 1 ? 2 : 1,
  onProgress: ({ files, findings }) => {
    if (files % 2_000 === 0) process.stderr.write(`${files} files, ${findings.length} findings\n`);
  },
  onFinding: show,
});
const seconds = (performance.now() - started) / 1_000;
report(tally);

function show({ number, name, fault }: MediaFinding): void {
  const folder = join(import.meta.dirname, '../results');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `media-${seed}-${number}.bin`);
  writeFileSync(file, makeMediaCase(samples, seed, number).bytes);
  console.log(`${name}: ${fault}\n  the file: ${file}`);
  console.log(`  npm run bench -- hostility/media --seed=${seed} --case=${number}\n`);
}

function report({ findings, ...figures }: MediaTally): void {
  const { files, signed, refused, slowestMilliseconds, mostResidentBytes } = figures;
  const rows = [
    ['files', files.toLocaleString('en')],
    ['signed, and then authentic', signed.toLocaleString('en')],
    ['refused with a sentence', refused.toLocaleString('en')],
    ['slowest step', `${Math.round(slowestMilliseconds)} ms`],
    ['largest process', `${Math.round(mostResidentBytes / 1024 / 1024)} MiB`],
    ['findings', String(findings.length)],
    ['files in a second', (files / seconds).toFixed(0)],
  ];
  console.log(`\n${formatTable([['', ''], ...rows])}\n`);
  console.log(`Figures: ${keepFigures('hostility-media', { seed, seconds, ...figures, findings: findings.length })}`);
  if (findings.length > 0) process.exitCode = 1;
}
