// Clips of 15 seconds for a database of millions: stretches of real sounds, about three seconds
// each, at another pitch and tempo. So hashes are as common or rare as in real sounds, which is
// what a search costs depends on. Made in the rows that the database stores, 20 microseconds a
// clip.
import { storedLandmarks } from '../../engine/src/fingerprints/acoustic/landmarks.ts';
import { tripleHash } from '../../engine/src/fingerprints/acoustic/triples.ts';
import type { Random } from '../../engine/test-support/random-bytes.ts';

export const CLIP_SECONDS = 15;
const windowsASecond = 8000 / 256;
const stretch = Math.floor(3 * windowsASecond);
const clipWindows = Math.floor(CLIP_SECONDS * windowsASecond);
const [lowestBin, highestBin] = [13, 486];
const mostDistance = 40;
const mostPitch = 60;
const mostLandmarks = 4_096;

interface Source {
  readonly hashes: Uint32Array;
  readonly times: Uint32Array;
}

export interface Clip {
  /** As packed-landmarks.ts writes them. */
  readonly packed: Buffer;
  /** Hashes of its triples. A hash can occur twice. */
  readonly triples: readonly number[];
  readonly landmarks: number;
}

/** Only sounds that are long enough to take a stretch from. */
export function sourcesOf(sounds: readonly { readonly sound: Float32Array; readonly rate: number }[]): Source[] {
  return sounds
    .map(({ sound, rate }) => storedLandmarks([sound], rate))
    .filter(({ times }) => (times.at(-1) ?? 0) > 2 * stretch);
}

const packed = Buffer.alloc(4 * mostLandmarks);

/** The result is valid until the next call. */
export function makeClip(random: Random, sources: readonly Source[]): Clip {
  const triples: number[] = [];
  let [length, before] = [0, 0];
  for (let start = 0; start < clipWindows; start += stretch) {
    const { hashes, times } = sources[random.below(sources.length)]!;
    const from = random.below(times.at(-1)! - stretch);
    const pitch = (1 + random.below(mostPitch)) * (random.below(2) === 0 ? 1 : -1);
    const tempo = 0.8 + random.below(1_000) / 2_500;
    let [anchor, partner] = [-1, 0];
    for (let place = firstAt(times, from); place < times.length && times[place]! < from + stretch; place += 1) {
      const hash = changed(hashes[place]!, pitch, tempo);
      if (hash === undefined || length >= packed.length) continue;
      const time = start + times[place]! - from;
      packed[length++] = time - before;
      before = time;
      length = packed.writeUIntBE(hash, length, 3);
      // The landmarks of an anchor are neighbors, nearest partner first.
      const own = times[place]! * 512 + (hash >> 15);
      if (own === anchor) triples.push(tripleHash((hash & ~0x7fff) | partner, hash & 0x7fff));
      [anchor, partner] = [own, hash & 0x7fff];
    }
  }
  return { packed: packed.subarray(0, length), triples, landmarks: length / 4 };
}

function changed(hash: number, pitch: number, tempo: number): number | undefined {
  const [anchor, other] = [(hash >> 15) + pitch, ((hash >> 6) & 511) + pitch];
  const distance = Math.round((hash & 63) * tempo);
  if (Math.min(anchor, other) < lowestBin || Math.max(anchor, other) > highestBin) return undefined;
  if (distance < 2 || distance > mostDistance) return undefined;
  return (anchor << 15) | (other << 6) | distance;
}

function firstAt(times: Uint32Array, time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
