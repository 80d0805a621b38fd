// The evidence that an excerpt was cut from a stored sound at one offset, as a logarithm of odds.
// Landmarks that agree count for it. A stored landmark with a matching hash at another place of the
// excerpt counts against it: music of one tempo and scale shares its landmarks, but not their
// order. Sounds at one moment count once, because the peaks of a chord or a drum agree together. So
// does a figure that the excerpt repeats.
import type { Landmarks } from './landmarks.ts';

/** A stored landmark with a hash of the excerpt. */
export interface StoredPlace {
  readonly hash: number;
  /** In windows. */
  readonly time: number;
}

/** Windows that count as one moment: 128 ms. */
const MOMENT = 4;
// In a true match, four landmarks of five agree. Noise covered the others, and their hash is found
// elsewhere by chance.
const AGREEING = 0.8;
// Places on the grid of a tempo where a landmark can be in an excerpt by chance: 6 seconds of
// eighths at 160 beats per minute.
const PLACES = 32;
const AGAINST = -Math.log(1 - AGREEING);
export const MOST_EVIDENCE_OF_A_MOMENT = Math.log(AGREEING * PLACES);

interface SoughtHash {
  readonly times: ReadonlySet<number>;
  /** Its weight if it agrees. */
  readonly weight: number;
}

export class Excerpt {
  /** From the first anchor to behind the last, in windows. */
  readonly length: number;
  readonly #sought: ReadonlyMap<number, SoughtHash>;

  constructor({ hashes, times }: Landmarks) {
    const places = Map.groupBy(hashes.keys(), (place) => hashes[place]!);
    this.length = times.reduce((most, time) => Math.max(most, time + 1), 0);
    this.#sought = new Map(
      Array.from(places, ([hash, of]) => {
        const at = new Set(of.map((place) => times[place]!));
        // The two phases of the windows find one landmark twice, one window apart.
        const count = [...at].filter((time) => !at.has(time - 1)).length;
        return [hash, { times: at, weight: Math.max(0, MOST_EVIDENCE_OF_A_MOMENT - Math.log(count)) / count }];
      }),
    );
  }

  seeks(hash: number): boolean {
    return this.#sought.has(hash);
  }

  /** How much later a stored landmark is in the sound than in the excerpt. */
  *offsetsOf({ hash, time }: StoredPlace): Generator<number> {
    for (const sought of this.#sought.get(hash)?.times ?? []) yield time - sought;
  }

  agrees({ hash, time }: StoredPlace, offset: number): boolean {
    // The windows of the two never start at the same moment, so neighboring offsets count together.
    const { times } = this.#sought.get(hash)!;
    return times.has(time - offset) || times.has(time - offset + 1);
  }

  /** stored: in order of time. */
  evidenceAt(offset: number, stored: readonly StoredPlace[]): number {
    let [evidence, moment, weight, agreeing, all] = [0, -1, 0, 0, 0];
    const close = () => {
      if (all > 0) evidence += (weight * agreeing - AGAINST * (all - agreeing)) / all;
      [weight, agreeing, all] = [0, 0, 0];
    };
    for (let i = firstFrom(stored, offset - 1); i < stored.length; i++) {
      const place = stored[i]!;
      const time = Math.max(0, place.time - offset);
      if (time >= this.length) break;
      const at = Math.floor(time / MOMENT);
      if (at !== moment) close();
      moment = at;
      all += 1;
      if (!this.agrees(place, offset)) continue;
      agreeing += 1;
      weight = Math.max(weight, this.#sought.get(place.hash)!.weight);
    }
    close();
    return evidence;
  }
}

/** The first place at this time or later. */
function firstFrom(stored: readonly StoredPlace[], time: number): number {
  let [low, high] = [0, stored.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (stored[middle]!.time < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
