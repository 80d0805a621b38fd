// Runs several test files in one process, one after the other, each as a separate suite. Loading
// the service takes half the processor time of most of its tests, so the short run loads it a few
// times instead of once for each file.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './repository.ts';

/**
 * Divides the files into groups and writes a program for each. Returns the paths of the programs.
 */
export function groupTests(files: readonly string[], groups: number, folder: string): string[] {
  return Array.from({ length: Math.min(groups, files.length) }, (_, group) => {
    const program = join(folder, `group-${group + 1}.test.mjs`);
    writeFileSync(program, programFor(files.filter((_, place) => place % groups === group)));
    return program;
  });
}

function programFor(files: readonly string[]): string {
  const suites = files.map((file) => {
    const address = pathToFileURL(join(root, file)).href;
    return `describe(${JSON.stringify(file)}, async () => { await import(${JSON.stringify(address)}); });`;
  });
  return [`import { describe } from 'node:test';`, ...suites, ''].join('\n');
}
