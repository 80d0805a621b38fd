// Which stored sounds an excerpt was cut from. A match must exceed the evidence from landmarks that
// the two sounds share anyway, and the evidence at other offsets nearby. So two tunes of one tempo
// and scale are not a match, and neither is a beat that both repeat. How the limits were found:
// docs/decisions/0026-fingerprints-and-searches.md.
import { Excerpt, MOST_EVIDENCE_OF_A_MOMENT, type StoredPlace } from './evidence.ts';
import type { Landmarks } from './landmarks.ts';

/** A stored landmark with a hash of the excerpt. */
export interface FoundLandmark extends StoredPlace {
  readonly track: number;
}

/** How an excerpt compares with a track at the best offset. */
export interface Comparison {
  readonly track: number;
  readonly evidence: number;
  /**
   * The evidence that makes a match. It grows with the number of landmarks that the two share
   * without agreeing.
   */
  readonly needed: number;
  /** The maximum of another offset nearby. 0 if the evidence is not sufficient anyway. */
  readonly rival: number;
}

/** A match with this much evidence ends the search, and nothing more is read. */
export const SURE_EVIDENCE = 64;
const LEAST_NEEDED = 16;
/**
 * The share of the required evidence that every other offset nearby must lack. In a loop, several
 * offsets are similar.
 */
const STANDS_OUT = 0.5;
/**
 * Offsets this close are one. Those up to 8 seconds away, in windows, are nearby, because a loop
 * repeats sooner.
 */
const SAME_OFFSET = 2;
const NEARBY = 250;

/**
 * The minimum number of votes for one offset. Fewer moments have too little evidence for a match.
 */
const LEAST_VOTES = Math.floor(LEAST_NEEDED / MOST_EVIDENCE_OF_A_MOMENT);
const OFFSETS_TRIED = 12;

/** The tracks that the excerpt was cut from, surest first. */
export function findMatches(sought: Landmarks, found: Iterable<FoundLandmark>): Comparison[] {
  return compareTracks(sought, found)
    .filter((comparison) => shareOfNeeded(comparison) >= 1)
    .sort((left, right) => right.evidence - left.evidence);
}

/** From 1 on, the two match. */
export function shareOfNeeded({ evidence, needed, rival }: Comparison): number {
  return Math.min(evidence, (evidence - rival) / STANDS_OUT) / needed;
}

/** Without the tracks that share a few landmarks by chance. */
export function compareTracks(sought: Landmarks, found: Iterable<FoundLandmark>): Comparison[] {
  const excerpt = new Excerpt(sought);
  const byTrack = Map.groupBy(
    Iterator.from(found).filter(({ hash }) => excerpt.seeks(hash)),
    ({ track }) => track,
  );
  return Array.from(byTrack)
    .filter(([, rows]) => rows.length >= LEAST_VOTES)
    .flatMap(([track, rows]) => compare(excerpt, track, rows) ?? []);
}

function compare(excerpt: Excerpt, track: number, rows: readonly FoundLandmark[]): Comparison | undefined {
  const stored = rows.toSorted((left, right) => left.time - right.time);
  const votes = countVotes(excerpt, stored);
  const tried = mostVoted(votes);
  if (tried.length === 0) return undefined;
  const [offset, evidence] = best(tried, excerpt, stored);
  const disagreeing = stored.filter((place) => !excerpt.agrees(place, offset)).length;
  const stretches = Math.max(1, Math.max(stored.at(-1)!.time, offset + excerpt.length) / excerpt.length);
  const needed = neededEvidence(disagreeing / stretches);
  const nearby = evidence < needed ? [] : [...votes.keys()].filter((other) => isNearby(other, offset));
  const [, rival] = best(nearby, excerpt, stored);
  return { track, evidence, needed, rival };
}

/** common: landmarks that the two share without agreeing, in a stretch as long as the excerpt. */
function neededEvidence(common: number): number {
  return Math.min(LEAST_NEEDED + 3 * common, 48 + 0.8 * common);
}

function isNearby(other: number, offset: number): boolean {
  const distance = Math.abs(other - offset);
  return distance > SAME_OFFSET && distance <= NEARBY;
}

function countVotes(excerpt: Excerpt, stored: readonly StoredPlace[]): ReadonlyMap<number, number> {
  const votes = new Map<number, number>();
  for (const place of stored) {
    for (const offset of excerpt.offsetsOf(place)) {
      votes.set(offset, (votes.get(offset) ?? 0) + 1);
      votes.set(offset + 1, (votes.get(offset + 1) ?? 0) + 1);
    }
  }
  return votes;
}

function mostVoted(votes: ReadonlyMap<number, number>): number[] {
  return [...votes]
    .filter(([, count]) => count >= LEAST_VOTES)
    .sort(([, left], [, right]) => right - left)
    .slice(0, OFFSETS_TRIED)
    .map(([offset]) => offset);
}

/** The offset with the most evidence, and how much that is. */
function best(offsets: readonly number[], excerpt: Excerpt, stored: readonly StoredPlace[]): [number, number] {
  let found: [number, number] = [offsets[0] ?? 0, 0];
  for (const offset of offsets) {
    const evidence = excerpt.evidenceAt(offset, stored);
    if (evidence > found[1]) found = [offset, evidence];
  }
  return found;
}
