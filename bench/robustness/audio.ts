// Clips × attacks: each clip is marked, cut to 10 seconds at a sample of chance, attacked and read back blind. Sounds that are shorter
// are repeated to their length. Clips of all files take turns; MINUTES=… says for how long, 3.5 where it does not.
// Usage: node bench/robustness/audio.ts [folder or file …] [--attacks=a,b] [--most=clips of a file]; default ../shared/media/audio.
import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { markAudio } from '../../engine/src/watermarks/dct-audio/dct-audio.ts';
import { detect } from '../../engine/src/watermarks/dct-audio/detect.ts';
import { formatTable, keepFigures } from '../measurement.ts';
import { ATTACKS } from './audio-attacks.ts';
import { decibels, excerpt, readSound, type Sound } from './sounds.ts';

const READ_SECONDS = 10;
const MARKED_SECONDS = 12.5;
const option = (name: string) => process.argv.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3);
const places = process.argv.slice(2).filter((each) => !each.startsWith('--'));
const chosen = option('attacks')?.split(',') ?? Object.keys(ATTACKS);
const most = Number(option('most') ?? 8);
const files = (places.length > 0 ? places : [join(import.meta.dirname, '../../../shared/media/audio')]).flatMap(
  (place) => (statSync(place).isDirectory() ? readdirSync(place).map((name) => join(place, name)) : [place]),
);

interface Row {
  clip: string;
  swr: number;
  strengths: Record<string, number>;
}
const until = Date.now() + Number(process.env.MINUTES ?? 3.5) * 60_000;
const clips = files
  .flatMap((file) =>
    clipsOf(readSound(file)).map((clip, index) => ({ name: `${basename(file)} ${index}`, index, clip })),
  )
  .sort((left, right) => left.index - right.index);
const rows: Row[] = [];
for (const { name, clip } of clips) {
  if (Date.now() > until) break;
  const row = measure(name, clip);
  if (!row) continue;
  rows.push(row);
  const lost = Object.keys(row.strengths).filter((name) => row.strengths[name]! <= 0);
  const least = Math.min(...Object.values(row.strengths));
  console.log(
    `${row.clip}: ${row.swr.toFixed(2)} dB, weakest ${least.toFixed(2)}${lost.length ? `, LOST: ${lost.join(', ')}` : ''}`,
  );
}
report();

// Pieces from all over the sound, of at least READ_SECONDS.
function clipsOf(sound: Sound): Sound[] {
  const length = sound.channels[0]!.length;
  const wanted = Math.round(MARKED_SECONDS * sound.rate);
  if (length < READ_SECONDS * sound.rate) return [repeated(sound, wanted)];
  const count = Math.min(most, Math.max(1, Math.floor(length / wanted)));
  const apart = Math.max(0, (length - wanted) / Math.max(count - 1, 1));
  return Array.from({ length: count }, (_, i) => excerpt(sound, Math.floor(i * apart), wanted));
}

function repeated({ channels, rate }: Sound, length: number): Sound {
  return {
    channels: channels.map((channel) => Float32Array.from({ length }, (_, i) => channel[i % channel.length]!)),
    rate,
  };
}

function measure(clip: string, { channels, rate }: Sound): Row | null {
  const id = Array.from({ length: 16 }, () => Math.floor(Math.random() * 16).toString(16)).join('');
  const marked = markAudio(channels, rate, id);
  if (!marked) {
    console.log(`${clip}: cannot carry a mark that could be read`);
    return null;
  }
  // As a 24-bit file has it.
  const written = marked.map((channel) => channel.map((value) => Math.round(value * 2 ** 23) / 2 ** 23));
  const length = READ_SECONDS * rate;
  const start = Math.floor(Math.random() * Math.max(0, written[0]!.length - length));
  const cut = excerpt({ channels: written, rate }, start, length);
  const strengths: Record<string, number> = {};
  for (const name of chosen) {
    const attacked = ATTACKS[name]!.apply(cut);
    const found = detect(attacked.channels, attacked.rate);
    strengths[name] = found?.id === id ? found.strength : found ? -1 : 0;
  }
  return { clip, swr: decibels(channels, written), strengths };
}

function report(): void {
  const swr = rows.map((row) => row.swr);
  console.log(`${rows.length} of ${clips.length} clips; signal to watermark: least ${Math.min(...swr).toFixed(2)} dB`);
  const line = (name: string) => {
    const strengths = rows.map((row) => row.strengths[name]!);
    const read = strengths.filter((strength) => strength > 0);
    const { bar } = ATTACKS[name]!;
    return [
      name,
      `${read.length} of ${rows.length}`,
      bar ? `${bar * 100}%` : '',
      `${strengths.filter((strength) => strength < 0).length}`,
      Math.min(...read).toFixed(2),
      read.toSorted((a, b) => a - b)[read.length >> 1]?.toFixed(2) ?? '',
    ];
  };
  console.log(formatTable([['attack', 'read', 'bar', 'wrong', 'weakest read', 'median'], ...chosen.map(line)]));
  console.log(keepFigures('robustness-audio', { rows }));
}
