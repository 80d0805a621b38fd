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

/** The tracks in which at least so many anchors agree, most first. */
export function rankTracks(sought: Landmarks, found: Iterable<FoundLandmark>, least = LEAST_AGREEING): number[] {
  return [...countAgreeing(sought, found, least)]
    .filter(([, score]) => score >= least)
    .sort(([, left], [, right]) => right - left)
    .map(([track]) => track);
}

/** For each track that is met at least so often, how many anchors agree at the most. */
export function countAgreeing(sought: Landmarks, found: Iterable<FoundLandmark>, least = 1): Map<number, number> {
  const placesOf = Map.groupBy(sought.hashes.keys(), (place) => sought.hashes[place]!);
  const meetings = new Map<number, Meeting[]>();
  for (const { hash, track, time } of found) {
    const ofTrack = meetings.get(track) ?? [];
    if (ofTrack.length === 0) meetings.set(track, ofTrack);
    for (const place of placesOf.get(hash) ?? []) {
      const at = sought.times[place]!;
      ofTrack.push({ offset: time - at, anchor: at * BIN_RANGE + Math.floor(hash / PAIR_RANGE) });
    }
  }
  // Most tracks are met once or twice, by chance: they are not looked at any further.
  const often = Array.from(meetings).filter(([, ofTrack]) => ofTrack.length >= least);
  return new Map(often.map(([track, ofTrack]) => [track, countAnchors(ofTrack)]));
}

interface Meeting {
  readonly offset: number;
  readonly anchor: number;
}

function countAnchors(meetings: readonly Meeting[]): number {
  const agreeing = new Map<number, Set<number>>();
  for (const { offset, anchor } of meetings) {
    // The windows of the two never begin at the same moment: neighbouring offsets count together.
    vote(agreeing, offset, anchor);
    vote(agreeing, offset + 1, anchor);
  }
  return most(agreeing);
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
