// Which stored sounds an excerpt was cut from: in a true match many anchors agree on how much later they stand in the one
// than in the other; between unrelated sounds the few that meet by chance agree on nothing. Anchors are counted, not pairs:
// the pairs of one anchor meet together.
import type { Landmarks } from './landmarks.ts';

/** A stored landmark whose hash was sought. */
export interface FoundLandmark {
  readonly hash: number;
  readonly track: number;
  readonly time: number;
}

/** Agreeing anchors that make a match. Unrelated sounds reach fewer: docs/measurements.md. */
export const LEAST_AGREEING = 9;

// The anchor's bin is the upper part of the hash (landmarks.ts).
const PAIR_RANGE = 2 ** 15;
const BIN_RANGE = 2 ** 9;

/** The tracks that match, most agreeing anchors first. */
export function rankTracks(sought: Landmarks, found: Iterable<FoundLandmark>): number[] {
  return [...countAgreeing(sought, found)]
    .filter(([, score]) => score >= LEAST_AGREEING)
    .sort(([, left], [, right]) => right - left)
    .map(([track]) => track);
}

/** For each track met, how many anchors agree at the most. */
export function countAgreeing(sought: Landmarks, found: Iterable<FoundLandmark>): Map<number, number> {
  const placesOf = Map.groupBy(sought.hashes.keys(), (place) => sought.hashes[place]!);
  const tracks = new Map<number, Map<number, Set<number>>>();
  for (const { hash, track, time } of found) {
    const agreeing = tracks.get(track) ?? new Map<number, Set<number>>();
    tracks.set(track, agreeing);
    for (const place of placesOf.get(hash) ?? []) {
      const offset = time - sought.times[place]!;
      const anchor = sought.times[place]! * BIN_RANGE + Math.floor(hash / PAIR_RANGE);
      // The windows of the two never begin at the same moment: neighbouring offsets count together.
      vote(agreeing, offset, anchor);
      vote(agreeing, offset + 1, anchor);
    }
  }
  return new Map(Array.from(tracks, ([track, agreeing]) => [track, most(agreeing)]));
}

function vote(agreeing: Map<number, Set<number>>, offset: number, anchor: number): void {
  const anchors = agreeing.get(offset);
  if (anchors) anchors.add(anchor);
  else agreeing.set(offset, new Set([anchor]));
}

function most(agreeing: ReadonlyMap<number, ReadonlySet<number>>): number {
  let score = 0;
  for (const { size } of agreeing.values()) score = Math.max(score, size);
  return score;
}
