// How often a copy of a signed sound is `near` its record, attack by attack, and how many anchors of unrelated sounds agree: the
// figures behind `likeness` of sounds (docs/decisions/0024-likeness.md). A copy is near where one of its excerpts matches.
// Sounds: ../shared/media/audio, in clips of 12.5 seconds. Needs ffmpeg.
// Usage: npm run bench -- robustness/likeness-sounds [folder or file …]
import { soughtLandmarks, storedLandmarks } from '../../engine/src/fingerprints/acoustic/landmarks.ts';
import {
  countAgreeing,
  type FoundLandmark,
  LEAST_AGREEING,
} from '../../engine/src/fingerprints/acoustic/rank-tracks.ts';
import { formatTable, keepFigures, median } from '../measurement.ts';
import { ATTACKS } from './audio-attacks.ts';
import { clipsOf, soundFiles } from './sound-clips.ts';
import type { Sound } from './sounds.ts';

const clips = clipsOf(soundFiles(), 3).map(({ name, sound }) => ({
  name,
  // The same sound may be there in two formats.
  file: name.replace(/\..*$/, ''),
  sound,
  stored: foundIn(sound),
}));
const agreeing: Record<string, number[]> = {};
for (const { sound, stored } of clips) {
  for (const [name, { apply }] of Object.entries(ATTACKS)) {
    agreeing[name] = [...(agreeing[name] ?? []), mostAgreeing(apply(sound), stored)];
  }
}
const rows = Object.entries(agreeing).map(([name, anchors]) => [
  name,
  String(Math.min(...anchors)),
  String(median(anchors)),
  `${anchors.filter((each) => each >= LEAST_AGREEING).length} of ${anchors.length}`,
]);
console.log(formatTable([['attack', 'fewest anchors', 'median', 'near'], ...rows]));

const unrelated = clips.flatMap((one) =>
  clips.filter((other) => other.file !== one.file).map((other) => mostAgreeing(one.sound, other.stored)),
);
console.log(
  `\n${unrelated.length} pairs of clips of different files: at most ${Math.max(...unrelated)} anchors agree.`,
);
console.log(keepFigures('likeness-sounds', { agreeing, unrelated }));

function foundIn({ channels, rate }: Sound): FoundLandmark[] {
  const { hashes, times } = storedLandmarks(channels, rate);
  return Array.from(hashes, (hash, place) => ({ hash, track: 0, time: times[place]! }));
}

function mostAgreeing({ channels, rate }: Sound, stored: readonly FoundLandmark[]): number {
  return Math.max(0, ...soughtLandmarks(channels, rate).map((each) => countAgreeing(each, stored).get(0) ?? 0));
}
