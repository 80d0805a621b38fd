// A square picture at another side: a triangle filter as wide as the reduction asks for, as in training. One decoding of a file
// then serves the views of every scale.
import type { SmallPicture } from './small-picture.ts';

export function resample(picture: SmallPicture, side: number): SmallPicture {
  if (side === picture.side) return picture;
  const taps = tapsFor(picture.side, side);
  const across = new Float32Array(picture.side * side * 3);
  filter(
    picture.pixels,
    across,
    picture.side,
    { lines: 3 * picture.side, element: 3 },
    { lines: 3 * side, element: 3 },
    taps,
  );
  const pixels = new Uint8ClampedArray(side * side * 3);
  filter(across, pixels, side, { lines: 3, element: 3 * side }, { lines: 3, element: 3 * side }, taps);
  return { ...picture, pixels: new Uint8Array(pixels.buffer), side };
}

/** Where the elements of an output begin, and how much each counts. */
interface Taps {
  readonly first: number;
  readonly weights: Float32Array;
}

interface Steps {
  readonly lines: number;
  readonly element: number;
}

function tapsFor(from: number, to: number): Taps[] {
  const scale = from / to;
  const reach = Math.max(scale, 1);
  return Array.from({ length: to }, (_, i) => {
    const centre = (i + 0.5) * scale;
    const first = Math.max(Math.floor(centre - reach + 0.5), 0);
    const last = Math.min(Math.floor(centre + reach + 0.5), from);
    const weights = Float32Array.from({ length: last - first }, (_, j) =>
      Math.max(1 - Math.abs(first + j + 0.5 - centre) / reach, 0),
    );
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return { first, weights: weights.map((weight) => weight / sum) };
  });
}

// Three colours of each line, along its elements.
function filter(
  from: ArrayLike<number>,
  to: Float32Array | Uint8ClampedArray,
  lines: number,
  fromSteps: Steps,
  toSteps: Steps,
  taps: readonly Taps[],
): void {
  for (let line = 0; line < lines; line++) {
    for (let i = 0; i < taps.length; i++) {
      const { first, weights } = taps[i]!;
      let [red, green, blue] = [0, 0, 0];
      let at = line * fromSteps.lines + first * fromSteps.element;
      for (let j = 0; j < weights.length; j++, at += fromSteps.element) {
        const weight = weights[j]!;
        red += weight * from[at]!;
        green += weight * from[at + 1]!;
        blue += weight * from[at + 2]!;
      }
      const place = line * toSteps.lines + i * toSteps.element;
      to[place] = red;
      to[place + 1] = green;
      to[place + 2] = blue;
    }
  }
}
