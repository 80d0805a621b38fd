// `npm run check`: everything that a change must pass, cheapest first. Stops at the first step that
// fails.
import { join } from 'node:path';
import { root, runNode } from './repository.ts';

const steps: readonly (readonly [name: string, program: string, ...programArguments: string[]])[] = [
  ['format and lint', 'node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
  ['types', 'node_modules/typescript/bin/tsc', '--project', '.'],
  ['types of the pages', 'node_modules/typescript/bin/tsc', '--project', 'dashboard'],
  ['import rules', 'scripts/check-imports.ts'],
  ['links and references in docs', 'scripts/check-docs.ts'],
  ['words', 'scripts/check-texts.ts'],
  ['generated files', 'scripts/generate.ts', '--check'],
  ['tests', 'scripts/test.ts'],
];

for (const [name, program, ...programArguments] of steps) {
  console.log(`\n▶ ${name}`);
  const started = performance.now();
  const status = await runNode([join(root, program), ...programArguments]);
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  if (status !== 0) {
    console.error(`✖ ${name} failed after ${seconds} s; the lines above say why.`);
    process.exit(status);
  }
  console.log(`✔ ${name}, ${seconds} s`);
}
console.log('\nAll is well.');
