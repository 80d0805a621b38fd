// Landmarks for tests of the search: an excerpt of six seconds, and sounds made from its anchors.
import type { Landmarks } from '@content-provenance/engine';

// 1,500 landmarks: 750 anchors with two partners each, four in a window of 32 ms.
const hashes = Uint32Array.from(
  { length: 1500 },
  (_, i) => ((20 + ((i >> 1) % 400)) << 15) | ((i * 64 + (i % 61)) % 2 ** 15),
);
export const excerpt: Landmarks = { hashes, times: Uint32Array.from(hashes.keys(), (i) => i >> 3) };
export const silence: Landmarks = { hashes: new Uint32Array(0), times: new Uint32Array(0) };

/** `count` anchors of the excerpt, every `step`-th one, each moved by its `offset`. */
export function anchors(count: number, step: number, offset: (anchor: number) => number = () => 0): Landmarks {
  const places = Array.from({ length: 2 * count }, (_, i) => ({
    anchor: i >> 1,
    place: 2 * (i >> 1) * step + (i % 2),
  }));
  return {
    hashes: Uint32Array.from(places, ({ place }) => hashes[place]!),
    times: Uint32Array.from(places, ({ anchor, place }) => 2000 + (place >> 3) + offset(anchor)),
  };
}

export function joined(parts: readonly Landmarks[]): Landmarks {
  return {
    hashes: Uint32Array.from(parts.flatMap((part) => [...part.hashes])),
    times: Uint32Array.from(parts.flatMap((part) => [...part.times])),
  };
}
