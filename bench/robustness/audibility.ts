// How far the marks of sounds are below the masking: the noise-to-mask ratio of each frame (ITU-R
// BS.1387), for each mark alone and for both as in signing, next to MP3 at 128 kbit/s of the same
// clips. A frame is disturbed if the ratio of any band exceeds 1.5 dB. Usage: npm run bench --
// robustness/audibility [folder or file …] [--most=clips of a file, default 3]. Default:
// ../shared/media/audio.
import { markAudio } from '../../engine/src/watermarks/dct-audio/dct-audio.ts';
import { openSoundNetworks } from '../../engine/src/watermarks/neural/networks.ts';
import { markSound } from '../../engine/src/watermarks/neural/sound-marking.ts';
import { formatTable, keepFigures } from '../measurement.ts';
import { type FrameRatio, noiseToMask } from './ear-model.ts';
import { clipsOf, idByChance, soundFiles, written } from './sound-clips.ts';
import { type Sound, through } from './sounds.ts';

const DISTURBED = 1.5;
const option = (name: string) => process.argv.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3);
const clips = clipsOf(soundFiles(), Number(option('most') ?? 3));
const networks = openSoundNetworks();
const columns: Record<string, FrameRatio[]> = { DCT: [], neural: [], both: [], 'MP3 128': [] };

for (const { name, sound } of clips) {
  const id = idByChance();
  const { channels, rate } = sound;
  const neural = await markSound(networks, channels, rate, id);
  const marked = {
    DCT: markAudio(channels, rate, id),
    neural,
    both: neural && markAudio(neural, rate, id),
    'MP3 128': through(sound, 'mp3', ['-b:a', '128k']).channels,
  };
  const said = Object.entries(marked).map(([column, after]) => {
    if (!after) return `${column} none`;
    const frames = ratiosOf(sound, written(after));
    columns[column]!.push(...frames);
    return `${column} ${meanOf(frames).toFixed(1)} dB, ${percent(audible(frames))} audible`;
  });
  console.log(`${name}: ${said.join('; ')}`);
}
const shares = Object.entries(columns).map(([column, frames]) => [
  column,
  String(frames.length),
  meanOf(frames).toFixed(1),
  percent(audible(frames)),
  percent(frames.filter(({ most }) => most > DISTURBED).length / frames.length),
]);
console.log(formatTable([['mark', 'frames', 'noise to mask, dB', 'frames above 0 dB', 'disturbed frames'], ...shares]));
console.log('Bar: at most 1.0% of frames above the masking threshold, for each mark.');
console.log(keepFigures('audibility', { shares }));

function ratiosOf({ channels, rate }: Sound, after: readonly Float32Array[]): FrameRatio[] {
  return channels.flatMap((channel, i) => noiseToMask(channel, after[i]!.subarray(0, channel.length), rate));
}

function audible(frames: readonly FrameRatio[]): number {
  return frames.filter(({ mean }) => mean > 0).length / frames.length;
}

function meanOf(frames: readonly FrameRatio[]): number {
  return 10 * Math.log10(frames.reduce((sum, { mean }) => sum + 10 ** (mean / 10), 0) / frames.length);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}
