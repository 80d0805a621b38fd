// Transforms × alphabets: the same texts, marked with each invisible alphabet, go through common
// text processing. It counts how many ids are read back. Transforms from npm packages are left out
// if the package is not installed. Usage: node bench/robustness/text.ts

import { readUnits } from '../../engine/src/containers/text/text-units.ts';
import {
  type Alphabet,
  bitAlphabet,
  supplementarySelectors,
  variationSelectors,
} from '../../engine/src/watermarks/zero-width/alphabets.ts';
import { readPayload } from '../../engine/src/watermarks/zero-width/find-payload.ts';
import { writePayload } from '../../engine/src/watermarks/zero-width/payload.ts';
import { markdown, scripts } from '../../engine/test-support/sample-texts.ts';
import { hasPackage, textTransforms } from '../../engine/test-support/text-transforms.ts';
import { formatTable, keepFigures } from '../measurement.ts';

const alphabets: readonly Alphabet[] = [
  supplementarySelectors,
  variationSelectors,
  bitAlphabet('word joiner, invisible times', ['\u2060', '\u2062']),
  bitAlphabet('U+FEFF, word joiner', ['\ufeff', '\u2060']),
  bitAlphabet('ZWSP, ZWNJ, ZWJ, LRM', ['\u200b', '\u200c', '\u200d', '\u200e']),
];
const texts = [
  ...[...scripts].map(([name, text]) => [name, `${text}\n\n${text} ${text}`] as const),
  ['Markdown', markdown] as const,
];

const figures = textTransforms
  .filter((transform) => !transform.package || hasPackage(transform.package))
  .map(({ name, apply }) => ({ name, read: alphabets.map((alphabet) => count(alphabet, apply)) }));

console.log(
  formatTable([
    ['transform', ...alphabets.map(({ name }) => name)],
    ...figures.map(({ name, read }) => [name, ...read.map((number) => `${number}/${texts.length}`)]),
  ]),
);
const missing = textTransforms.filter((transform) => transform.package && !hasPackage(transform.package));
if (missing.length > 0) console.log(`Not installed, so left out: ${missing.map(({ name }) => name).join(', ')}.`);
const file = keepFigures('robustness-text', {
  texts: texts.map(([name]) => name),
  alphabets: alphabets.map(({ name }) => name),
  figures,
});
console.log(`Kept in ${file}.`);

function count(alphabet: Alphabet, apply: (text: string) => string): number {
  return texts.filter(([, text], index) => {
    const id = ((0x9e3779b97f4a7c15n * BigInt(index + 1)) % 2n ** 64n).toString(16).padStart(16, '0');
    const payload = writePayload(id, alphabet);
    const marked = text
      .split('\n\n')
      .map((paragraph) => paragraph.replace(/[\p{L}\p{N}\p{So}]/u, (first) => payload + first));
    return readPayload(readUnits(Buffer.from(apply(marked.join('\n\n')))), [alphabet]) === id;
  }).length;
}
