// Windows of unmarked sounds, read blind with every search there is: none may be accepted.
// Usage: node bench/robustness/unmarked-audio.ts [folder or file …] [--windows=2000] [--minutes=…]; default ../shared/media/audio.
import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { detect } from '../../engine/src/watermarks/dct-audio/detect.ts';
import { keepFigures } from '../measurement.ts';
import { excerpt, readSound, type Sound } from './sounds.ts';

const SECONDS = 10;
const option = (name: string, usual: number) =>
  Number(process.argv.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3) ?? usual);
const places = process.argv.slice(2).filter((each) => !each.startsWith('--'));
const files = (places.length > 0 ? places : [join(import.meta.dirname, '../../../shared/media/audio')]).flatMap(
  (place) => (statSync(place).isDirectory() ? readdirSync(place).map((name) => join(place, name)) : [place]),
);
const wanted = option('windows', 2000);
const until = Date.now() + option('minutes', 600) * 60_000;

const sounds = files
  .map((file) => [basename(file), readSound(file, 400)] as const)
  .filter(([, sound]) => sound.channels[0]!.length >= SECONDS * sound.rate);
const accepted: string[] = [];
let windows = 0;
while (windows < wanted && Date.now() < until) {
  const [name, sound] = sounds[windows % sounds.length]!;
  const found = detect(chosen(sound).channels, sound.rate);
  if (found) accepted.push(`${name}: ${found.id}, ${found.strength.toFixed(2)}`);
  windows++;
}
console.log(`${windows} windows of ${SECONDS} seconds from ${sounds.length} sounds: ${accepted.length} accepted`);
for (const line of accepted) console.log(line);
console.log(keepFigures('unmarked-audio', { windows, sounds: sounds.length, accepted }));

function chosen(sound: Sound): Sound {
  const length = SECONDS * sound.rate;
  return excerpt(sound, Math.floor(Math.random() * (sound.channels[0]!.length - length)), length);
}
