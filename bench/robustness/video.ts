// What a mark in band costs and survives: PSNR against the same encoding without a mark, and whether the id is read, or the
// first picture recognised, after what people do to videos. Each clip is cut to its first seconds.
// Usage: node bench/robustness/video.ts [file …]   (needs ffmpeg; without files those of ../shared/media/video)
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { detectFormat } from '../../engine/src/formats/all-formats.ts';
import { createDecoder } from '../../engine/src/media-decoder/decoder-client.ts';
import { openDecoderProcess } from '../../service/src/adapters/media-decoder/decoder-process.ts';
import { convertVideo } from '../../service/test-support/ffmpeg.ts';
import { formatTable, keepFigures } from '../measurement.ts';

const id = '0123456789abcdef';
const limits = { seconds: 60, pixels: 2e9, bytes: 200 * 1024 * 1024 };
const shared = join(import.meta.dirname, '../../../shared/media/video');
const files = process.argv.length > 2 ? process.argv.slice(2) : readdirSync(shared).map((name) => join(shared, name));
const h264 = ['-c:v', 'libx264', '-preset', 'veryfast'];
const attacks: readonly (readonly [string, readonly string[], string])[] = [
  ['H.264 CRF 28', [...h264, '-crf', '28'], 'mp4'],
  ['VP9 CRF 33', ['-c:v', 'libvpx-vp9', '-crf', '33', '-b:v', '0', '-deadline', 'realtime', '-cpu-used', '6'], 'webm'],
  ['HEVC CRF 28', ['-c:v', 'libx265', '-preset', 'veryfast', '-crf', '28', '-x265-params', 'log-level=none'], 'mp4'],
  ['start cut', ['-ss', '0.45', ...h264, '-crf', '28'], 'mp4'],
  ['crop 80%', ['-vf', 'crop=trunc(iw*0.4)*2:trunc(ih*0.4)*2', ...h264, '-crf', '23'], 'mp4'],
  ['half size, CRF 28', ['-vf', 'scale=trunc(iw/4)*2:-2', ...h264, '-crf', '28'], 'mp4'],
];
// What the decoder's own program encodes H.264 with; other codecs are compared with the cut original.
// With the times of the original: ffmpeg compares the frames of the same moment.
const plain = [
  ...h264,
  '-crf',
  '12',
  '-g',
  '60',
  '-vsync',
  '0',
  '-enc_time_base',
  '-1',
  '-video_track_timescale',
  '90000',
];

const decoder = createDecoder(() => openDecoderProcess(2 ** 31), 120_000, 600_000);
const figures = [];
for (const path of files) {
  const name = basename(path);
  const clip = convertVideo(readFileSync(path), ['-t', '3', '-c', 'copy'], name.split('.').at(-1)!);
  const format = detectFormat(clip)!;
  const hash = await format.perceptualHash!(clip, decoder);
  if (hash === null) {
    console.log(`${name} has no pictures.`);
    continue;
  }
  const marking = await format.inBand!.mark(clip, id, decoder, limits);
  if ('omitted' in marking) throw new Error(marking.omitted);
  const isH264 = name.endsWith('.mp4') || name.endsWith('.mov');
  const decibels = psnr(marking.bytes, isH264 ? convertVideo(clip, plain, 'mp4') : clip);
  const found: Record<string, string> = {};
  for (const [attack, options, ending] of attacks) {
    const copy = convertVideo(marking.bytes, options, ending);
    const read = await detectFormat(copy)!.inBand!.read(copy, decoder);
    const copyHash = read === id ? null : await detectFormat(copy)!.perceptualHash!(copy, decoder);
    found[attack] = read === id ? 'mark' : copyHash && distance(copyHash, hash) <= 8 ? 'phash' : 'lost';
  }
  figures.push({ name, decibels, found });
  console.log(name, decibels.toFixed(1), JSON.stringify(found));
}
decoder.close();
console.log(
  formatTable([
    ['clip', 'PSNR', ...attacks.map(([attack]) => attack)],
    ...figures.map(({ name, decibels, found }) => [
      name,
      decibels.toFixed(1),
      ...attacks.map(([attack]) => found[attack]!),
    ]),
  ]),
);
console.log(`Kept in ${keepFigures('robustness-video', { figures })}.`);

function psnr(left: Uint8Array, right: Uint8Array): number {
  const folder = mkdtempSync(join(tmpdir(), 'provenance-psnr-'));
  try {
    writeFileSync(join(folder, 'left'), left);
    writeFileSync(join(folder, 'right'), right);
    const inputs = ['-i', join(folder, 'left'), '-i', join(folder, 'right')];
    const { stderr } = spawnSync('ffmpeg', [...inputs, '-lavfi', 'psnr', '-f', 'null', '-'], { encoding: 'utf8' });
    return Number(/average:([\d.]+)/.exec(stderr)?.[1]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function distance(left: string, right: string): number {
  return (BigInt(`0x${left}`) ^ BigInt(`0x${right}`)).toString(2).replaceAll('0', '').length;
}
