// What the marks in band cost and survive: PSNR against the same encoding without a mark, and
// whether the id is read from each of them, or the first picture recognized, after common edits of
// videos. Each clip is cut to its first seconds. Clips that are not done after five minutes are
// named and left for a longer run: MINUTES=30, SECONDS_EACH=8. Usage: node
// bench/robustness/video.ts [file …]   (needs ffmpeg; without files, those of ../shared/media/video
// and others made from them)
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { detectFormat } from '../../engine/src/formats/all-formats.ts';
import { createDecoder } from '../../engine/src/media-decoder/decoder-client.ts';
import { openNetworks } from '../../engine/src/watermarks/neural/networks.ts';
import { readKeyframes } from '../../engine/src/watermarks/neural/read-mark.ts';
import { makeResidual } from '../../engine/src/watermarks/neural/residual.ts';
import { videoAmplitude } from '../../engine/src/watermarks/strength.ts';
import { openDecoderProcess } from '../../service/src/adapters/media-decoder/decoder-process.ts';
import { convertVideo } from '../../service/test-support/ffmpeg.ts';
import { formatTable, keepFigures } from '../measurement.ts';

const id = '0123456789abcdef';
const limits = { seconds: 60, pixels: 2e9, bytes: 200 * 1024 * 1024 };
const shared = join(import.meta.dirname, '../../../shared/media/video');
const end = performance.now() + Number(process.env.MINUTES ?? 5) * 60_000;
const seconds = process.env.SECONDS_EACH ?? '1.2';
const h264 = ['-c:v', 'libx264', '-preset', 'veryfast'];
const quiet = ['-x265-params', 'log-level=none'];
const crop = 'crop=trunc(iw*0.4)*2:trunc(ih*0.4)*2';
const attacks: readonly (readonly [string, readonly string[], string])[] = [
  ['H.264 CRF 28', [...h264, '-crf', '28'], 'mp4'],
  ['VP9 CRF 33', ['-c:v', 'libvpx-vp9', '-crf', '33', '-b:v', '0', '-deadline', 'realtime', '-cpu-used', '6'], 'webm'],
  ['HEVC CRF 28', ['-c:v', 'libx265', '-preset', 'veryfast', '-crf', '28', ...quiet], 'mp4'],
  ['start cut', ['-ss', '0.45', ...h264, '-crf', '28'], 'mp4'],
  ['crop 80%', ['-vf', crop, ...h264, '-crf', '28'], 'mp4'],
  // Where neither the blocks of the mark nor those of the codec align.
  ['crop 80%, askew', ['-vf', `${crop}:10:6`, ...h264, '-crf', '28'], 'mp4'],
  ['half size', ['-vf', 'scale=trunc(iw/4)*2:-2', ...h264, '-crf', '28'], 'mp4'],
  ['quarter size', ['-vf', 'scale=trunc(iw/8)*2:-2', ...h264, '-crf', '20'], 'mp4'],
  ['720p', ['-vf', 'scale=-2:720', ...h264, '-crf', '28'], 'mp4'],
];
/** Clips of other kinds. The size keeps them fast. */
const made: readonly (readonly [string, string, readonly string[], string])[] = [
  ['HEVC', 'motion.mov', ['-c:v', 'libx265', '-crf', '18', '-tag:v', 'hvc1', ...quiet], 'mp4'],
  ['HEVC, 10 bits', 'oa4_launch.webm', ['-c:v', 'libx265', '-pix_fmt', 'yuv420p10le', '-crf', '18', ...quiet], 'mkv'],
  ['AV1', 'oa4_launch.webm', ['-c:v', 'libsvtav1', '-preset', '8', '-crf', '20'], 'mp4'],
  ['fragmented', 'motion.mov', ['-c', 'copy', '-movflags', 'frag_keyframe+empty_moov'], 'mp4'],
  ['VP9', 'motion.mov', ['-c:v', 'libvpx-vp9', '-crf', '18', '-b:v', '0', '-cpu-used', '5'], 'webm'],
];
// The H.264 settings of the decoder's own program. Other codecs are compared with the cut original.
// With the times of the original, because ffmpeg compares frames of the same moment.
const times = ['-g', '60', '-vsync', '0', '-enc_time_base', '-1', '-video_track_timescale', '90000'];
const plain = [...h264, '-crf', '12', ...times];

const given = process.argv.slice(2);
const paths = given.length > 0 ? given : readdirSync(shared).map((name) => join(shared, name));
const clips: (readonly [string, (seconds: string) => Buffer])[] = paths.map((path) => {
  const ending = path.split('.').at(-1)!;
  return [basename(path), (length) => convertVideo(readFileSync(path), ['-t', length, '-c', 'copy'], ending)];
});
for (const [name, source, options, ending] of given.length > 0 ? [] : made) {
  const from = () => readFileSync(join(shared, source));
  clips.push([`${name} of ${source}`, (length) => convertVideo(from(), ['-t', length, ...options], ending)]);
}

const networks = openNetworks();
const decoder = createDecoder(() => openDecoderProcess(2 ** 31));
const figures: { name: string; decibels: number | null; found: Record<string, string> }[] = [];
const undone: string[] = [];
for (const [name, make] of clips) {
  if (performance.now() > end) undone.push(name);
  else await measure(name, make);
}
decoder.close();
console.log(
  formatTable([
    ['clip', 'PSNR', ...attacks.map(([attack]) => attack)],
    ...figures.map(({ name, decibels, found }) => [
      name,
      decibels?.toFixed(1) ?? 'sound',
      ...attacks.map(([attack]) => found[attack] ?? ''),
    ]),
  ]),
);
if (undone.length > 0) console.log(`Not done in time: ${undone.join('; ')}.`);
console.log(`Kept in ${keepFigures('robustness-video', { seconds, figures, undone })}.`);

async function measure(name: string, make: (seconds: string) => Buffer): Promise<void> {
  const short = make(seconds);
  const format = detectFormat(short)!;
  const hash = await format.perceptualHash!(short, decoder);
  // Without pictures, the sound carries the mark, which needs some seconds.
  const clip = hash === null ? make('12') : short;
  const marking = await format.inBand!.mark(clip, id, decoder, limits, (picture) =>
    makeResidual(networks, picture, id, videoAmplitude.neural),
  );
  if ('omitted' in marking) throw new Error(marking.omitted);
  const decibels = hash === null ? null : psnr(marking.bytes, isH264(clip) ? convertVideo(clip, plain, 'mp4') : clip);
  const found: Record<string, string> = {};
  for (const [attack, options, ending] of attacks) {
    if (performance.now() > end) {
      undone.push(`${name}, ${attack}`);
      continue;
    }
    const copy = convertVideo(marking.bytes, options, ending);
    const { inBand, perceptualHash } = detectFormat(copy)!;
    const ids = {
      mark: await inBand!.read(copy, decoder),
      neural: await readKeyframes(networks, inBand!.keyframes(copy, decoder)),
    };
    if (Object.values(ids).some((each) => each !== null && each !== id)) throw new Error('A wrong id was read.');
    const read = Object.entries(ids).filter(([, each]) => each === id);
    const copyHash = read.length > 0 ? null : await perceptualHash!(copy, decoder);
    const alike = copyHash && hash && distance(copyHash, hash) <= 8;
    found[attack] = read.map(([name]) => name).join('+') || (alike ? 'phash' : 'lost');
  }
  figures.push({ name, decibels, found });
  console.log(name, decibels?.toFixed(1) ?? 'sound', JSON.stringify(found));
}

function isH264(clip: Buffer): boolean {
  return clip.includes('avcC');
}

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
