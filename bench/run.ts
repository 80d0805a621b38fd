// `npm run bench -- speed/http`: runs one measurement. Each is a program of its own in a folder
// beside this file; it prints a table and keeps its figures in bench/results/. What follows the
// name is passed on to it.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file that exports something is a part of a measurement, not one itself. */
const names = globSync('*/*.ts', { cwd: import.meta.dirname })
  .filter((path) => !/^export /m.test(readFileSync(join(import.meta.dirname, path), 'utf8')))
  .map((path) => path.replaceAll('\\', '/').replace(/\.ts$/, ''))
  .sort();
const [name] = process.argv.splice(2, 1);
if (name === undefined || !names.includes(name)) {
  console.error(`Name a measurement:\n${names.map((each) => `  npm run bench -- ${each}`).join('\n')}`);
  process.exit(2);
}
await import(`./${name}.ts`);
