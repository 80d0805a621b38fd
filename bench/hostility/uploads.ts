// Mutated files over HTTP: signed and verified by the real program, with its decoder processes.
// Each gets success or a sentence. `--seed=N` makes the same files again, `--case=N` only one of
// them.
import { spawnSigner } from '../../service/test-support/spawned-signer.ts';
import { makeMediaCase } from '../../test/hostility/media-cases.ts';
import { readSampleFiles } from '../../test/hostility/sample-files.ts';
import { formatTable, keepFigures } from '../measurement.ts';
import { readOptions } from './options.ts';

const { seed, first, count, minutes = Number.POSITIVE_INFINITY } = readOptions({ count: 2_000 });
console.log(`seed ${seed}`);
const samples = await readSampleFiles();
const signer = await spawnSigner({ NEURAL_WATERMARK: 'false' });
const figures = {
  files: 0,
  signed: 0,
  refused: 0,
  busy: 0,
  findings: 0,
  restBytes: signer.residentBytes(),
  mostBytes: 0,
};
const endsAt = performance.now() + minutes * 60_000;
for (let number = first; number < first + count && performance.now() < endsAt; number += 1) {
  const { name, bytes } = makeMediaCase(samples, seed, number);
  const [signed, verified] = await Promise.all([signer.sign(bytes), signer.verify(bytes)]);
  figures.files += 1;
  figures.mostBytes = Math.max(figures.mostBytes, signer.residentBytes());
  const answer = signed.status === 200 ? '' : signed.bytes.toString();
  const isBusy = [signed, verified].some(({ status, headers }) => status === 503 && headers.has('retry-after'));
  if (isBusy) figures.busy += 1;
  else if (verified.status === 200 && signed.status === 200) figures.signed += 1;
  else if (verified.status === 200 && signed.status === 400 && answer.includes('"unsupported_media"'))
    figures.refused += 1;
  else {
    figures.findings += 1;
    console.log(`${name}: signing ${signed.status} ${answer.slice(0, 300)}, verifying ${verified.status}`);
    console.log(`  npm run bench -- hostility/uploads --seed=${seed} --case=${number}\n`);
  }
  if (figures.files % 200 === 0) process.stderr.write(`${figures.files} files, ${figures.findings} findings\n`);
}
const code = await signer.stop();
const mebibytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MiB`;
const { restBytes, mostBytes, ...counts } = figures;
const rows = [
  ...Object.entries(counts).map(([name, value]) => [name, String(value)]),
  ['memory at rest and at its most', `${mebibytes(restBytes)}, ${mebibytes(mostBytes)}`],
];
console.log(`\n${formatTable([['', ''], ...rows])}\n`);
console.log(`Figures: ${keepFigures('hostility-uploads', { seed, ...figures })}`);
if (figures.findings > 0 || code !== 0) process.exitCode = 1;
