// Which stored sounds are worth comparing with an excerpt: those that share the most triples with
// it at one offset. Counting all shared triples would prefer long sounds, which share some with
// everything by chance.
import type { Landmarks } from './landmarks.ts';
import { soughtTriples } from './triples.ts';

/** Windows in one step of a stored place: half a second, so that hours fit in 16 bits. */
export const WINDOWS_OF_PLACE = 16;

/**
 * Among a million sounds, chance gives hundreds of them one vote. Comparing some of them would only
 * cost time.
 */
const MOST_WITH_ONE_VOTE = 64;

/** A stored triple that an excerpt also has. */
export interface FoundTriple {
  readonly hash: number;
  readonly track: number;
  /** Time of the anchor, in steps of WINDOWS_OF_PLACE. */
  readonly place: number;
}

export class Candidates {
  /** What to look up, most likely first. */
  readonly hashes: readonly number[];
  readonly #sought: ReadonlyMap<number, readonly number[]>;
  readonly #votes = new Map<number, Map<number, number>>();
  readonly #most = new Map<number, number>();

  constructor(excerpt: Landmarks) {
    this.#sought = soughtTriples(excerpt);
    this.hashes = [...this.#sought.keys()];
  }

  add(found: Iterable<FoundTriple>): void {
    for (const { hash, track, place } of found) {
      const offsets = new Set<number>();
      // A place is rounded down, so one offset can fall into two neighboring steps.
      for (const time of this.#sought.get(hash) ?? []) {
        const offset = Math.floor(place - time / WINDOWS_OF_PLACE);
        offsets.add(offset).add(offset + 1);
      }
      const votes = this.#votes.get(track) ?? new Map<number, number>();
      this.#votes.set(track, votes);
      for (const offset of offsets) {
        const count = (votes.get(offset) ?? 0) + 1;
        votes.set(offset, count);
        if (count > (this.#most.get(track) ?? 0)) this.#most.set(track, count);
      }
    }
  }

  /** The tracks with the most votes. */
  best(count: number): number[] {
    const shared = [...this.#most].filter(([, votes]) => votes > 1);
    const likely = this.#most.size - shared.length > MOST_WITH_ONE_VOTE ? shared : [...this.#most];
    const best = likely.sort(([, left], [, right]) => right - left).slice(0, count);
    return best.map(([track]) => track);
  }
}
