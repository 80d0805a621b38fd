// Triples: an anchor with two of its later peaks. One landmark is shared by thousands of sounds, a
// triple by a handful among a million, so triples find the few sounds that are worth comparing. A
// stored anchor has two partners and makes one triple. An anchor of an excerpt has up to twelve,
// because noise adds peaks, and the stored ones are mostly among its first.
import type { Landmarks } from './landmarks.ts';

/** The place of a triple in a sound. */
export interface TriplePlace {
  /** 31 bits. Equal triples have equal hashes, and others rarely do. */
  readonly hash: number;
  /** The time of the anchor, in windows. */
  readonly time: number;
}

/** The hashes of an excerpt that one search looks up. Six seconds with noise have about 7,000. */
export const MOST_TRIPLES_SOUGHT = 4096;

/** Each hash once, where it is first. */
export function storedTriples(landmarks: Landmarks): TriplePlace[] {
  const first = new Map<number, TriplePlace>();
  for (const triple of triplesOf(landmarks)) if (!first.has(triple.hash)) first.set(triple.hash, triple);
  return [...first.values()];
}

/** By hash, the times at which an excerpt has it. The most likely hashes come first. */
export function soughtTriples(landmarks: Landmarks): Map<number, number[]> {
  const sought = new Map<number, number[]>();
  for (const { hash, time } of triplesOf(landmarks).sort((left, right) => left.rank - right.rank)) {
    const times = sought.get(hash);
    if (times) times.push(time);
    else if (sought.size < MOST_TRIPLES_SOUGHT) sought.set(hash, [time]);
  }
  return sought;
}

// As landmarks.ts packs them: nine bits for the anchor, and 15 for the partner, whose last six are
// the time between the two.
const PARTNER_BITS = 15;
const PARTNER_MASK = 2 ** PARTNER_BITS - 1;
const DISTANCE_MASK = 63;

/** rank: the place of the later partner among those of the anchor. */
function triplesOf({ hashes, times }: Landmarks): (TriplePlace & { rank: number })[] {
  const anchors = Map.groupBy(hashes.keys(), (place) => times[place]! * 512 + (hashes[place]! >> PARTNER_BITS));
  return [...anchors].flatMap(([anchor, places]) => {
    const partners = places
      .map((place) => hashes[place]! & PARTNER_MASK)
      .sort((left, right) => (left & DISTANCE_MASK) - (right & DISTANCE_MASK) || left - right);
    return partners.flatMap((later, rank) =>
      partners.slice(0, rank).map((earlier) => ({
        hash: tripleHash(((anchor % 512) << PARTNER_BITS) | earlier, later),
        time: Math.floor(anchor / 512),
        rank,
      })),
    );
  });
}

/** Spreads 39 bits over 31 (the finalizer of MurmurHash3), so that an integer column is enough. */
export function tripleHash(landmark: number, partner: number): number {
  let bits = Math.imul(landmark, 0x9e3779b1) ^ partner;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 1;
}
