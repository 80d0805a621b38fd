// `npm run bench -- speed/http`: runs one measurement, prints its table, and keeps the figures as JSON in bench/results/.
// A measurement is a module in a folder beside this file that exports `measure`.
import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import type { Measurement } from './measurement.ts';

const names = globSync('*/*.ts', { cwd: import.meta.dirname })
  .map((path) => path.replaceAll('\\', '/').replace(/\.ts$/, ''))
  .sort();
const name = process.argv[2] ?? '';
if (!names.includes(name)) {
  console.error(`Name a measurement: ${names.map((each) => `npm run bench -- ${each}`).join(', ')}.`);
  process.exit(2);
}

const { measure } = (await import(`./${name}.ts`)) as { measure: Measurement };
const { table, figures, met } = await measure();
console.log(`\n${table}\n`);

const time = new Date().toISOString();
const machine = {
  cpu: cpus()[0]?.model,
  cores: availableParallelism(),
  platform: `${process.platform}-${process.arch}`,
};
const file = join('bench', 'results', `${name.replaceAll('/', '-')}-${time.replaceAll(/[:.]/g, '-')}.json`);
mkdirSync(join(import.meta.dirname, 'results'), { recursive: true });
writeFileSync(
  join(import.meta.dirname, '..', file),
  `${JSON.stringify({ name, time, node: process.version, machine, met, ...figures }, null, 2)}\n`,
);
console.log(`Figures: ${file}`);
if (!met) process.exitCode = 1;
