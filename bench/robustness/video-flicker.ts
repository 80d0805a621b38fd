// Whether the marks in band flicker: how much their change differs from one picture to the next,
// compared with the picture itself. With the watermark alone, with the neural one too, and with
// that in every second picture. In levels of 255, root mean square. Usage: npm run bench --
// robustness/video-flicker [seconds of each clip, default 2.5]   (needs ffmpeg and ../shared)
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { detectFormat } from '../../engine/src/formats/all-formats.ts';
import { createDecoder } from '../../engine/src/media-decoder/decoder-client.ts';
import { openNetworks } from '../../engine/src/watermarks/neural/networks.ts';
import { makeResidual } from '../../engine/src/watermarks/neural/residual.ts';
import { openDecoderProcess } from '../../service/src/adapters/media-decoder/decoder-process.ts';
import { convertVideo } from '../../service/test-support/ffmpeg.ts';
import { formatTable, keepFigures } from '../measurement.ts';

const id = '0123456789abcdef';
const limits = { seconds: 60, pixels: 2e9, bytes: 200 * 1024 * 1024 };
const seconds = process.argv[2] ?? '2.5';
const clips = ['birds.mp4', 'motion.mov', 'VID_20191220_170832.mp4', 'still'];
const shared = join(import.meta.dirname, '../../../shared/media');
// Encoded like the decoder's own program, so that the difference between the two is the mark.
const plain = ['-an', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '12', '-g', '60'];
const decoder = createDecoder(() => openDecoderProcess(2 ** 31));
const networks = openNetworks();

const rows: string[][] = [];
for (const name of clips) {
  const clip = name === 'still' ? stillVideo() : readClip(name);
  const { mark } = detectFormat(clip)!.inBand!;
  const alone = await mark(clip, id, decoder, limits);
  const both = await mark(clip, id, decoder, limits, (picture) => makeResidual(networks, picture, id));
  if ('omitted' in alone || 'omitted' in both) throw new Error('No mark was put.');
  const pictures = framesOf(convertVideo(clip, plain, 'mp4'));
  const [one, two] = [framesOf(alone.bytes), framesOf(both.bytes)];
  // The neural mark in every second picture, to show what flicker would look like here.
  const flickering = two.map((frame, i) => (i % 2 === 0 ? one[i]! : frame));
  const changes = [one, two, flickering].map((marked) => {
    const size = meanSquare(marked.map((frame, i) => change(frame, pictures[i]!)));
    const steps = marked.slice(1).map((frame, i) => change(frame, pictures[i + 1]!, marked[i]!, pictures[i]!));
    return [size, meanSquare(steps), Math.max(...steps)];
  });
  const own = meanSquare(pictures.slice(1).map((frame, i) => change(frame, pictures[i]!)));
  rows.push([name, own, ...changes.flat()].map(show));
}
decoder.close();
const header = [
  'clip',
  'picture changes',
  'mark',
  'changes',
  'worst',
  'both marks',
  'change',
  'worst',
  'flickering',
  'changes',
  'worst',
];
console.log(formatTable([header, ...rows]));
console.log(keepFigures('video-flicker', { seconds, header, rows }));

function show(value: string | number): string {
  return typeof value === 'number' ? value.toFixed(2) : value;
}

function readClip(name: string): Buffer {
  return convertVideo(readFileSync(join(shared, 'video', name)), ['-t', seconds, ...plain.with(6, '8')], 'mp4');
}

/** In a still scene, only the mark moves. */
function stillVideo(): Buffer {
  const photo = readFileSync(join(shared, 'photos/IMG_20200608_111614.jpg'));
  const options = ['-t', seconds, '-r', '25', '-vf', 'scale=854:480', '-pix_fmt', 'yuv420p', ...plain.with(6, '8')];
  return convertVideo(photo, options, 'mp4', ['-f', 'jpeg_pipe', '-loop', '1']);
}

/** Luma, at most 854 pixels wide, where changes are visible too. */
function framesOf(video: Uint8Array): Uint8Array[] {
  const raw = convertVideo(video, ['-f', 'rawvideo', '-pix_fmt', 'gray', '-vsync', '0', '-s', '854x480'], 'raw');
  const size = 854 * 480;
  return Array.from({ length: raw.length / size }, (_, i) => raw.subarray(i * size, (i + 1) * size));
}

/**
 * The size of the difference between two pictures, or of how it differs from the difference between
 * two others.
 */
function change(now: Uint8Array, before: Uint8Array, otherNow?: Uint8Array, otherBefore?: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < now.length; i++) {
    const other = otherNow && otherBefore ? otherNow[i]! - otherBefore[i]! : 0;
    sum += (now[i]! - before[i]! - other) ** 2;
  }
  return Math.sqrt(sum / now.length);
}

function meanSquare(values: readonly number[]): number {
  return Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);
}
