// Signing and verifying text, pages and documents, compared with SHA3-256 of the same bytes in the
// same run. Figures are medians of processor time. Compare ratios across machines, not
// milliseconds. Usage: node bench/speed/text.ts [file …]
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { sha3Digest } from '../../engine/src/signatures/sha3.ts';
import { verify } from '../../engine/src/verify.ts';
import { RecordShelf } from '../../engine/test-support/record-shelf.ts';
import { largePdf } from '../../engine/test-support/sample-pdfs.ts';
import { scripts } from '../../engine/test-support/sample-texts.ts';
import { formatTable, keepFigures, median } from '../measurement.ts';

const rounds = 7;
const words = [...scripts.values()].join(' ');
const prose = repeat(
  `${'Words that somebody wrote, one after the other, until the line is full.\n'.repeat(8)}\n`,
  10e6,
);
const uploads: readonly (readonly [string, Buffer])[] = [
  ['plain text, 10 MB', prose],
  ['plain text in many scripts, 10 MB', repeat(`${words}\n\n`, 10e6)],
  [
    'HTML, 10 MB',
    Buffer.concat([Buffer.from('<!doctype html><meta charset=utf-8>'), repeat(`<p>${words}</p>\n`, 10e6)]),
  ],
  ['PDF, 930 pages, 29 MB', largePdf(930, 31_200)],
  ...process.argv.slice(2).map((path) => [basename(path), readFileSync(path)] as const),
];

const figures = [];
for (const [name, upload] of uploads) {
  const shelf = new RecordShelf();
  const { bytes } = await shelf.sign(upload);
  const hash = await milliseconds(() => sha3Digest(upload));
  const signing = await milliseconds(() => shelf.sign(upload));
  const verifying = await milliseconds(() => verify(bytes, {}, shelf));
  figures.push({ name, megabytes: upload.length / 1e6, hash, sign: signing / hash, verify: verifying / hash });
}
console.log(
  formatTable([
    ['upload', 'MB', 'SHA3 ms', 'sign ×', 'verify ×'],
    ...figures.map(({ name, megabytes, hash, sign, verify }) => [
      name,
      megabytes.toFixed(1),
      hash.toFixed(0),
      sign.toFixed(2),
      verify.toFixed(2),
    ]),
  ]),
);
console.log(`Kept in ${keepFigures('speed-text', { rounds, figures })}.`);

async function milliseconds(work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1000);
  }
  return median(times);
}

function repeat(text: string, size: number): Buffer {
  const piece = Buffer.from(text);
  return Buffer.alloc(Math.floor(size / piece.length) * piece.length, piece);
}
