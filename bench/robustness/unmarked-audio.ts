// Windows of unmarked sounds, read blind with every search: none must be accepted. It uses all
// cores. MINUTES=… sets the maximum duration (default 3.5). Usage: node
// bench/robustness/unmarked-audio.ts [folder or file …] [--windows=2000]; default
// ../shared/media/audio.
import { readdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { detect } from '../../engine/src/watermarks/dct-audio/detect.ts';
import { keepFigures } from '../measurement.ts';
import { excerpt, readSound, type Sound } from './sounds.ts';

const SECONDS = 10;
const places = process.argv.slice(2).filter((each) => !each.startsWith('--'));
const files = (places.length > 0 ? places : [join(import.meta.dirname, '../../../shared/media/audio')]).flatMap(
  (place) => (statSync(place).isDirectory() ? readdirSync(place).map((name) => join(place, name)) : [place]),
);
const wanted = Number(process.argv.find((each) => each.startsWith('--windows='))?.slice(10) ?? 2000);
const until = Date.now() + Number(process.env.MINUTES ?? 3.5) * 60_000;
const threads = availableParallelism();

interface Findings {
  windows: number;
  sounds: number;
  accepted: string[];
}

if (isMainThread) {
  const workers = Array.from(
    { length: threads },
    () => new Worker(import.meta.filename, { argv: process.argv.slice(2) }),
  );
  const all = await Promise.all(
    workers.map((worker) => {
      const { promise, resolve, reject } = Promise.withResolvers<Findings>();
      worker.once('message', resolve).once('error', reject);
      return promise;
    }),
  );
  const windows = all.reduce((sum, each) => sum + each.windows, 0);
  const accepted = all.flatMap((each) => each.accepted);
  const { sounds } = all[0]!;
  console.log(`${windows} windows of ${SECONDS} seconds from ${sounds} sounds: ${accepted.length} accepted`);
  for (const line of accepted) console.log(line);
  console.log(keepFigures('unmarked-audio', { windows, sounds, accepted }));
} else {
  parentPort!.postMessage(search(Math.ceil(wanted / threads)));
}

function search(most: number): Findings {
  const sounds = files
    .map((file) => [basename(file), readSound(file, 400)] as const)
    .filter(([, sound]) => sound.channels[0]!.length >= SECONDS * sound.rate);
  const accepted: string[] = [];
  let windows = 0;
  for (; windows < most && Date.now() < until; windows++) {
    const [name, sound] = sounds[windows % sounds.length]!;
    const found = detect(chosen(sound).channels, sound.rate);
    if (found) accepted.push(`${name}: ${found.id}, ${found.strength.toFixed(2)}`);
  }
  return { windows, sounds: sounds.length, accepted };
}

function chosen(sound: Sound): Sound {
  const length = SECONDS * sound.rate;
  return excerpt(sound, Math.floor(Math.random() * (sound.channels[0]!.length - length)), length);
}
