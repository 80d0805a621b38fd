// How many seconds of sound are marked and read per second of processor time: 44.1 kHz stereo, one
// thread. Usage: node bench/speed/audio-watermark.ts [file]; default a minute of
// ../shared/media/audio/time_to_strike.mp3 at 44.1 kHz.
import { join } from 'node:path';
import { markAudio, readAudioMark } from '../../engine/src/watermarks/dct-audio/dct-audio.ts';
import { resample } from '../../engine/src/watermarks/dct-audio/resample.ts';
import { formatTable, keepFigures, median } from '../measurement.ts';
import { readSound } from '../robustness/sounds.ts';

const SECONDS = 60;
const RATE = 44_100;
const ROUNDS = 5;
const file = process.argv[2] ?? join(import.meta.dirname, '../../../shared/media/audio/time_to_strike.mp3');
const sound = readSound(file, SECONDS);
const length = Math.floor((sound.channels[0]!.length * RATE) / sound.rate);
const channels = sound.channels.map((channel) => resample(channel, sound.rate, RATE, length));
const seconds = length / RATE;

const marked = markAudio(channels, RATE, '0123456789abcdef');
if (!marked) throw new Error('This sound carries no mark.');
const tenSeconds = (sounds: readonly Float32Array[]) => sounds.map((channel) => channel.slice(0, 10 * RATE));
const works: Record<string, [number, () => unknown]> = {
  mark: [seconds, () => markAudio(channels, RATE, '0123456789abcdef')],
  'read, marked': [seconds, () => readAudioMark(marked, RATE)],
  'read, unmarked: every search': [seconds, () => readAudioMark(channels, RATE)],
  'read ten seconds, marked': [10, () => readAudioMark(tenSeconds(marked), RATE)],
  'read ten seconds, unmarked': [10, () => readAudioMark(tenSeconds(channels), RATE)],
};
const figures = Object.entries(works).map(([name, [length, work]]) => {
  const times = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return length / ((user + system) / 1e6);
  });
  return { name, timesRealTime: median(times) };
});
console.log(
  formatTable([
    ['44.1 kHz stereo', '× real time'],
    ...figures.map((each) => [each.name, each.timesRealTime.toFixed(0)]),
  ]),
);
console.log(keepFigures('audio-watermark', { seconds, figures }));
