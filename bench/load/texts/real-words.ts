// Real texts of this machine, as many as are here: the prose of manuals, and the licenses of
// packages, which are boilerplate.
import { globSync, readFileSync } from 'node:fs';
import { readBlocks } from '../../robustness/text-blocks.ts';

const mostManuals = 1_500;
const mostLicenses = 150;
const fewestCharacters = 1_000;

export function readManuals(): string[] {
  const files = globSync('/usr/share/man/man[1-9]/*.gz').sort();
  return everyFew(files, mostManuals)
    .map((path) =>
      readBlocks({ topic: path, language: 'en', format: 'man', path })
        .map(({ text }) => text)
        .join('\n\n'),
    )
    .filter(({ length }) => length >= fewestCharacters);
}

export function readLicenses(): string[] {
  const files = globSync('/usr/share/{common-licenses/*,doc/*/copyright}').sort();
  return everyFew(files, mostLicenses)
    .map((path) => readFileSync(path, 'utf8'))
    .filter(({ length }) => length >= fewestCharacters);
}

function everyFew(files: readonly string[], most: number): string[] {
  const step = Math.max(1, files.length / most);
  return Array.from({ length: Math.min(most, files.length) }, (_, place) => files[Math.floor(place * step)]!);
}
