// `npm run bench -- speed/http`: runs one measurement. Each is a separate program in a folder next
// to this file. It prints a table and stores its figures in bench/results/. Arguments after the
// name are passed on.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file with exports is a part of a measurement, not a measurement. */
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
