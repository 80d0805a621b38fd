// How often a copy of a signed sound is `near` its record, for each attack, and how close unrelated
// sounds come to a match: the figures behind `likeness` of sounds
// (docs/decisions/0024-likeness.md). A copy is near if one of its excerpts matches. Sounds:
// ../shared/media/audio, in clips of 12.5 seconds. Needs ffmpeg. Usage: npm run bench --
// robustness/likeness-sounds [folder or file …]
import { soughtLandmarks, storedLandmarks } from '../../engine/src/fingerprints/acoustic/landmarks.ts';
import {
  compareTracks,
  type FoundLandmark,
  shareOfNeeded,
} from '../../engine/src/fingerprints/acoustic/rank-tracks.ts';
import { formatTable, keepFigures, median } from '../measurement.ts';
import { ATTACKS } from './audio-attacks.ts';
import { clipsOf, soundFiles } from './sound-clips.ts';
import type { Sound } from './sounds.ts';

const clips = clipsOf(soundFiles(), 3).map(({ name, sound }) => ({
  name,
  // The same sound can be there in two formats.
  file: name.replace(/\..*$/, ''),
  sound,
  stored: foundIn(sound),
}));
const shares: Record<string, number[]> = {};
for (const { sound, stored } of clips) {
  for (const [name, { apply }] of Object.entries(ATTACKS)) {
    shares[name] = [...(shares[name] ?? []), shareOfMatch(apply(sound), stored)];
  }
}
const rows = Object.entries(shares).map(([name, each]) => [
  name,
  Math.min(...each).toFixed(2),
  median(each).toFixed(2),
  `${each.filter((share) => share >= 1).length} of ${each.length}`,
]);
console.log(formatTable([['attack', 'times what a match takes: lowest', 'median', 'near'], ...rows]));

const unrelated = clips.flatMap((one) =>
  clips.filter((other) => other.file !== one.file).map((other) => shareOfMatch(one.sound, other.stored)),
);
console.log(
  `\n${unrelated.length} pairs of clips of different files: the nearest has ${Math.max(...unrelated).toFixed(2)} of what a match takes.`,
);
console.log(keepFigures('likeness-sounds', { shares, unrelated }));

function foundIn({ channels, rate }: Sound): FoundLandmark[] {
  const { hashes, times } = storedLandmarks(channels, rate);
  return Array.from(hashes, (hash, place) => ({ hash, track: 0, time: times[place]! }));
}

/** For the excerpt that is closest to a match. */
function shareOfMatch({ channels, rate }: Sound, stored: readonly FoundLandmark[]): number {
  return Math.max(
    0,
    ...soughtLandmarks(channels, rate).flatMap((each) => compareTracks(each, stored).map(shareOfNeeded)),
  );
}
