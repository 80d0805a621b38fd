// Signing a 50 MB MP4 and MKV by their container alone, compared with SHA3-256 of the same bytes in
// the same run, and the decoding of the first picture. Figures are medians. Compare ratios across
// machines, not milliseconds. Usage: node bench/speed/video.ts   (needs ffmpeg and ../shared)
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LARGEST_UPLOAD } from '../../engine/src/content-sizes.ts';
import { createDecoder } from '../../engine/src/media-decoder/decoder-client.ts';
import { sha3Digest } from '../../engine/src/signatures/sha3.ts';
import { RecordShelf } from '../../engine/test-support/record-shelf.ts';
import { openDecoderProcess } from '../../service/src/adapters/media-decoder/decoder-process.ts';
import { convertVideo } from '../../service/test-support/ffmpeg.ts';
import { formatTable, keepFigures, median } from '../measurement.ts';

const rounds = 7;
const clip = readFileSync(join(import.meta.dirname, '../../../shared/media/video/birds.mp4'));
const times = Math.floor(LARGEST_UPLOAD / clip.length) - 1;
const decoder = createDecoder(() => openDecoderProcess(2 ** 30));

const figures = [];
for (const [ending, options] of [
  ['mp4', []],
  ['mp4', ['-movflags', 'frag_keyframe+empty_moov']],
  ['mkv', []],
] as const) {
  const upload = convertVideo(clip, ['-c', 'copy', ...options], ending, ['-stream_loop', String(times)]);
  const shelf = new RecordShelf();
  await shelf.sign(upload);
  const source = { bytes: upload, demuxer: ending === 'mkv' ? 'matroska' : 'mov' } as const;
  await decoder.firstFrame(source);
  const hash = await processorTime(() => sha3Digest(upload));
  const signing = await processorTime(() => shelf.sign(upload));
  const decoding = await wallTime(() => decoder.firstFrame(source));
  const name = `${options.length > 0 ? 'fragmented ' : ''}${ending.toUpperCase()}`;
  figures.push({ name, megabytes: upload.length / 1e6, hash, sign: signing / hash, decoding });
}
decoder.close();
console.log(
  formatTable([
    ['upload', 'MB', 'SHA3 ms', 'sign ×', 'first picture ms'],
    ...figures.map(({ name, megabytes, hash, sign, decoding }) => [
      name,
      megabytes.toFixed(1),
      hash.toFixed(0),
      sign.toFixed(2),
      decoding.toFixed(0),
    ]),
  ]),
);
console.log(`Kept in ${keepFigures('speed-video', { rounds, figures })}.`);

async function processorTime(work: () => unknown): Promise<number> {
  const taken: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(start);
    taken.push((user + system) / 1000);
  }
  return median(taken);
}

/** The decoder's own process works, so its time is visible only on the clock. */
async function wallTime(work: () => unknown): Promise<number> {
  const taken: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    await work();
    taken.push(performance.now() - start);
  }
  return median(taken);
}
