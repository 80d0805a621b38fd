// Which shingles of a text lead to it (winnowing: Schleimer, Wilkerson and Aiken 2003). The index
// has few of a stored text, at most 37 places apart, so that every excerpt of 40 words contains
// one. Each is the smallest of the twelve from which it was chosen. So a long upload looks up only
// shingles that are the smallest of some twelve neighbors, and misses none.

const WINDOW = 12;
/** In a text of fewer than 200 words, keys are closer together. */
const MOST_SKIPPED = 25;
/** An upload of up to so many shingles looks up all of them. Changed words move the smallest. */
const SHORT = 512;
/** The most that a search looks up. */
export const MOST_KEYS_SOUGHT = 2048;

/** Places in ascending order. */
export function storedPlaces(shingles: Uint32Array): number[] {
  const skipped = Math.min(MOST_SKIPPED, shingles.length >> 3);
  const places: number[] = [];
  for (let next = 0; next < shingles.length; ) {
    const place = smallestOf(shingles, next, Math.min(next + WINDOW, shingles.length));
    places.push(place);
    next = place + 1 + skipped;
  }
  return places;
}

/** Places in ascending order. A very long upload looks up the smallest of its shingles. */
export function soughtPlaces(shingles: Uint32Array): number[] {
  if (shingles.length <= SHORT) return [...shingles.keys()];
  const places = new Set<number>();
  for (let from = 0; from + WINDOW <= shingles.length; from += 1) places.add(smallestOf(shingles, from, from + WINDOW));
  if (places.size <= MOST_KEYS_SOUGHT) return [...places];
  const smallest = [...places].sort((left, right) => shingles[left]! - shingles[right]!);
  return smallest.slice(0, MOST_KEYS_SOUGHT).sort((left, right) => left - right);
}

// The first of equal ones.
function smallestOf(values: Uint32Array, from: number, to: number): number {
  let smallest = from;
  for (let place = from + 1; place < to; place += 1) if (values[place]! < values[smallest]!) smallest = place;
  return smallest;
}
