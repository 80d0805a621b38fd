// Embedding a C2PA manifest, compared with its necessary parts in the same run: SHA-256 of the file
// and one signature, ML-DSA-65 or ES256. Also reading our manifest back. Figures are medians of
// processor time, with each ratio from its round. Compare ratios across machines, not milliseconds.
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { readManifest } from '../../engine/src/c2pa/reader/read-manifest.ts';
import { contentHashOf } from '../../engine/src/canonical-content.ts';
import { signMessage } from '../../engine/src/signatures/ml-dsa.ts';
import { ManifestMaker } from '../../engine/test-support/manifest-maker.ts';
import { makeP256Leaf } from '../../engine/test-support/p256-authority.ts';
import { formatTable, keepFigures, median } from '../measurement.ts';

/**
 * The time of a signature varies randomly, so small files, where it matters, are measured more
 * often.
 */
const roundsFor = (bytes: Uint8Array) => (bytes.length > 10e6 ? 9 : 41);
const bar = 3;
const maker = await ManifestMaker.open();
const picture = await sharp({
  create: {
    width: 1_600,
    height: 1_200,
    channels: 3,
    background: '#808080',
    noise: { type: 'gaussian', mean: 128, sigma: 30 },
  },
})
  .jpeg()
  .toBuffer();

const figures = [];
const large = Buffer.concat([picture, Buffer.alloc(20e6 - picture.length, 7)]);
for (const [name, bytes, classical] of [
  ['JPEG, 1.9 megapixels', picture],
  ['PNG, the same', await sharp(picture).png().toBuffer()],
  ['JPEG, 20 MB', large],
  ['JPEG, 20 MB, classical', large, await makeP256Leaf()],
  ['JPEG, 50 MB', Buffer.concat([picture, Buffer.alloc(50e6 - picture.length, 7)])],
] as const) {
  const sign = classical?.sign ?? ((message: Uint8Array) => signMessage(maker.seed, message));
  const options = { contentHash: contentHashOf(bytes), ...(classical && { classical }) };
  const rounds = roundsFor(bytes);
  const embedded = (await maker.tryEmbed(bytes, options))!.bytes;
  const times: Record<'hash' | 'signature' | 'embedding' | 'reading' | 'ratio', number>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const hash = await milliseconds(() => createHash('sha256').update(bytes).digest());
    const signature = await milliseconds(() => sign(Buffer.alloc(1_000)));
    const embedding = await milliseconds(() => maker.tryEmbed(bytes, options));
    const reading = await milliseconds(() => readManifest(embedded, maker.service));
    times.push({ hash, signature, embedding, reading, ratio: embedding / (hash + signature) });
  }
  const middle = (what: keyof (typeof times)[number]) => median(times.map((each) => each[what]));
  const [hash, signature, embedding] = [middle('hash'), middle('signature'), middle('embedding')];
  const [reading, ratio] = [middle('reading'), middle('ratio')];
  figures.push({ name, rounds, megabytes: bytes.length / 1e6, hash, signature, embedding, reading, ratio });
}
console.log(
  formatTable([
    ['file', 'MB', 'SHA-256 ms', 'signature ms', 'embed ms', 'embed ×', `bar ${bar}`, 'read ms'],
    ...figures.map(({ name, megabytes, hash, signature, embedding, reading, ratio }) => [
      name,
      megabytes.toFixed(1),
      hash.toFixed(1),
      signature.toFixed(1),
      embedding.toFixed(1),
      ratio.toFixed(2),
      ratio <= bar ? 'met' : 'missed',
      reading.toFixed(1),
    ]),
  ]),
);
console.log(`Kept in ${keepFigures('speed-c2pa', { figures })}.`);

async function milliseconds(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
