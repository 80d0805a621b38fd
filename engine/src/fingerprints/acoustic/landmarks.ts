// Landmarks (Wang, "An industrial-strength audio search algorithm", 2003): a peak, the anchor, with
// a later one near it. The two frequencies and the time between them make a hash of 24 bits that
// does not change if the sound is cut. The time of the anchor is stored next to it. A sound to
// search for gives more peaks and pairs than a stored one, and windows at two phases, because noise
// adds peaks and an excerpt starts anywhere.
import { mixDown, SOUND_RATE } from './mono-sound.ts';
import { findPeaks, type Neighbourhood, type Peak } from './peaks.ts';
import { analyse, HOP } from './spectrogram.ts';

export interface Landmarks {
  readonly hashes: Uint32Array;
  /** Times of the anchors, in windows of 32 ms. */
  readonly times: Uint32Array;
}

interface Density {
  readonly neighbourhood: Neighbourhood;
  /** The maximum number of later peaks that one anchor is paired with. */
  readonly partners: number;
}

const STORED: Density = { neighbourhood: { times: 7, bins: [8, 32] }, partners: 2 };
const SOUGHT: Density = { neighbourhood: { times: 5, bins: [8, 24] }, partners: 6 };
const PHASES = 2;
// How far a partner is behind its anchor, in windows (1.3 s), and above or below it, in bins (620
// Hz). Two peaks of one steady tone would say nothing.
const TIMES = { least: 2, most: 40 };
const BIN_DISTANCE = { least: 2, most: 80 };
const EXCERPT = 6 * SOUND_RATE;
const MOST_EXCERPTS = 6;

export function storedLandmarks(channels: readonly Float32Array[], sampleRate: number): Landmarks {
  const peaks = findPeaks(analyse(mixDown(channels, sampleRate)), STORED.neighbourhood);
  return collect(pair(peaks, STORED.partners));
}

/** A few excerpts of 6 seconds from the beginning to the end. Each finds the whole sound. */
export function* soughtLandmarks(channels: readonly Float32Array[], sampleRate: number): Generator<Landmarks> {
  const sound = mixDown(channels, sampleRate);
  const last = Math.max(0, sound.length - EXCERPT);
  const count = Math.min(MOST_EXCERPTS, 1 + Math.ceil(last / EXCERPT));
  for (let i = 0; i < count; i++) {
    const start = count === 1 ? 0 : Math.floor((last * i) / (count - 1));
    const landmarks = landmarksOf(sound.subarray(start, start + EXCERPT));
    if (landmarks.hashes.length > 0) yield landmarks;
  }
}

function landmarksOf(excerpt: Float32Array): Landmarks {
  const pairs = new Set<number>();
  for (let phase = 0; phase < PHASES; phase++) {
    const peaks = findPeaks(analyse(excerpt, (phase * HOP) / PHASES), SOUGHT.neighbourhood);
    for (const key of pair(peaks, SOUGHT.partners)) pairs.add(key);
  }
  return collect(pairs);
}

const HASH_SIZE = 2 ** 24;

/** Time and hash of each landmark in one number. */
function* pair(peaks: readonly Peak[], partners: number): Generator<number> {
  for (const [place, anchor] of peaks.entries()) {
    let found = 0;
    for (let other = place + 1; other < peaks.length && found < partners; other++) {
      const { time, bin } = peaks[other]!;
      const later = time - anchor.time;
      if (later > TIMES.most) break;
      const apart = Math.abs(bin - anchor.bin);
      if (later < TIMES.least || apart < BIN_DISTANCE.least || apart > BIN_DISTANCE.most) continue;
      yield anchor.time * HASH_SIZE + ((anchor.bin << 15) | (bin << 6) | later);
      found += 1;
    }
  }
}

function collect(keys: Iterable<number>): Landmarks {
  const pairs = [...keys];
  return {
    hashes: Uint32Array.from(pairs, (key) => key % HASH_SIZE),
    times: Uint32Array.from(pairs, (key) => Math.floor(key / HASH_SIZE)),
  };
}
