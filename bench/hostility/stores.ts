// Mutated manifest stores to the repository of manifests: 100,000 of them, over HTTP. `--seed=N`
// makes the same stores again, `--case=N` one of them alone.
import { fuzzStores } from '../../test/hostility/fuzz-stores.ts';
import { formatTable, keepFigures } from '../measurement.ts';
import { readOptions } from './options.ts';

const options = readOptions({ count: 100_000 });
console.log(`seed ${options.seed}`);
const started = performance.now();
const { findings, ...figures } = await fuzzStores(options);
const seconds = Math.round((performance.now() - started) / 1_000);
for (const finding of findings) console.log(finding);
console.log(
  formatTable([
    ['stores', 'refused', 'still valid', 'findings', 'MB at rest', 'MB at most', 'seconds'],
    [
      figures.stores,
      figures.refused,
      figures.accepted,
      findings.length,
      Math.round(figures.restBytes / 1e6),
      Math.round(figures.mostBytes / 1e6),
      seconds,
    ].map(String),
  ]),
);
keepFigures('hostility-stores', { ...figures, findings: findings.length, seconds });
process.exitCode = findings.length > 0 ? 1 : 0;
