// Clips × attacks: each clip is marked, cut to 10 seconds at a random sample, attacked and read
// back blind. Shorter sounds are repeated. Clips of all files take turns. MINUTES=… sets the
// duration (default 3.5). Usage: node bench/robustness/audio.ts [folder or file …] [--attacks=a,b]
// [--most=clips of a file]; default ../shared/media/audio.
import { markAudio } from '../../engine/src/watermarks/dct-audio/dct-audio.ts';
import { detect } from '../../engine/src/watermarks/dct-audio/detect.ts';
import { formatTable, keepFigures } from '../measurement.ts';
import { ATTACKS } from './audio-attacks.ts';
import { type Clip, clipsOf, cutByChance, idByChance, soundFiles, written } from './sound-clips.ts';
import { decibels } from './sounds.ts';

const option = (name: string) => process.argv.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3);
const chosen = option('attacks')?.split(',') ?? Object.keys(ATTACKS);

interface Row {
  clip: string;
  swr: number;
  strengths: Record<string, number>;
}
const until = Date.now() + Number(process.env.MINUTES ?? 3.5) * 60_000;
const clips = clipsOf(soundFiles(), Number(option('most') ?? 8));
const rows: Row[] = [];
for (const clip of clips) {
  if (Date.now() > until) break;
  const row = measure(clip);
  if (!row) continue;
  rows.push(row);
  const lost = Object.keys(row.strengths).filter((name) => row.strengths[name]! <= 0);
  const least = Math.min(...Object.values(row.strengths));
  console.log(
    `${row.clip}: ${row.swr.toFixed(2)} dB, weakest ${least.toFixed(2)}${lost.length ? `, LOST: ${lost.join(', ')}` : ''}`,
  );
}
report();

function measure({ name: clip, sound: { channels, rate } }: Clip): Row | null {
  const id = idByChance();
  const marked = markAudio(channels, rate, id);
  if (!marked) {
    console.log(`${clip}: cannot carry a mark that could be read`);
    return null;
  }
  const kept = written(marked);
  const cut = cutByChance({ channels: kept, rate });
  const strengths: Record<string, number> = {};
  for (const name of chosen) {
    const attacked = ATTACKS[name]!.apply(cut);
    const found = detect(attacked.channels, attacked.rate);
    strengths[name] = found?.id === id ? found.strength : found ? -1 : 0;
  }
  return { clip, swr: decibels(channels, kept), strengths };
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
