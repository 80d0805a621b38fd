// The earlier rule of the fingerprint, for comparison: it counts the anchors that agree on one
// offset, and nine make a match.
import type { Landmarks } from '../../engine/src/fingerprints/acoustic/landmarks.ts';
import type { FoundLandmark } from '../../engine/src/fingerprints/acoustic/rank-tracks.ts';

export const LEAST_AGREEING = 9;
// The anchor's bin is the upper part of the hash (landmarks.ts).
const BIN_SHIFT = 15;

/** For each track, the maximum number of anchors that agree. */
export function agreeingAnchors(sought: Landmarks, found: Iterable<FoundLandmark>): Map<number, number> {
  const placesOf = Map.groupBy(sought.hashes.keys(), (place) => sought.hashes[place]!);
  const byTrack = Map.groupBy(found, ({ track }) => track);
  return new Map(
    Array.from(byTrack, ([track, rows]) => {
      const agreeing = new Map<number, Set<string>>();
      for (const { hash, time } of rows) {
        for (const place of placesOf.get(hash) ?? []) {
          const at = sought.times[place]!;
          for (const offset of [time - at, time - at + 1]) {
            const anchors = agreeing.get(offset) ?? new Set();
            agreeing.set(offset, anchors.add(`${at} ${hash >> BIN_SHIFT}`));
          }
        }
      }
      return [track, Math.max(0, ...Array.from(agreeing.values(), ({ size }) => size))];
    }),
  );
}
