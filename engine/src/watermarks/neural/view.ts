// Luma of a picture as the decoder sees it: square, at the scale that a mark can have after a crop.
// One decoding of a file serves the views of every scale and orientation.
import { placesOf, type SmallPicture } from './small-picture.ts';

/** Pixels between two features of the decoder. A view has a whole number of them. */
const CELL = 32;

export interface View {
  /** side × side values, 0 to 255. */
  readonly luma: Float32Array;
  readonly side: number;
}

export function viewOf({ pixels, side }: SmallPicture): View {
  const luma = new Float32Array(side * side);
  for (let i = 0, at = 0; i < luma.length; i++, at += 3) {
    luma[i] = 0.299 * pixels[at]! + 0.587 * pixels[at + 1]! + 0.114 * pixels[at + 2]!;
  }
  return { luma, side };
}

/** RGB in three planes of 0…1, the input of the decoder, which uses only their luma. */
export function planesOfView({ luma, side }: View, orientation: number): Float32Array {
  const places = placesOf(orientation, side);
  const planes = new Float32Array(3 * luma.length);
  const first = planes.subarray(0, luma.length);
  for (let i = 0; i < first.length; i++) first[i] = luma[places[i]!]! / 255;
  planes.copyWithin(luma.length, 0, luma.length);
  planes.copyWithin(2 * luma.length, 0, luma.length);
  return planes;
}

/** At another side, by a triangle filter as wide as the reduction requires, as in training. */
export function resample({ luma, side }: View, to: number): View {
  const taps = tapsFor(side, to);
  return { luma: turnAndFilter(turnAndFilter(luma, side, side, taps), side, to, taps), side: to };
}

/**
 * With this much more at the left and at the top, and one more cell in all. The edge is repeated.
 */
export function moved({ luma, side }: View, left: number, top: number): View {
  const larger = side + CELL;
  const nearest = (place: number) => Math.min(Math.max(place, 0), side - 1);
  const values = new Float32Array(larger * larger);
  for (let y = 0, at = 0; y < larger; y++) {
    const row = nearest(y - top) * side;
    for (let x = 0; x < larger; x++, at++) values[at] = luma[row + nearest(x - left)]!;
  }
  return { luma: values, side: larger };
}

/** Where the values for an output start, and the weight of each. */
interface Taps {
  readonly first: number;
  readonly weights: Float32Array;
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

// Filters along each row and writes rows as columns, so that two calls filter both ways.
function turnAndFilter(from: Float32Array, width: number, rows: number, taps: readonly Taps[]): Float32Array {
  const to = new Float32Array(rows * taps.length);
  for (let row = 0; row < rows; row++) {
    for (let i = 0; i < taps.length; i++) {
      const { first, weights } = taps[i]!;
      let sum = 0;
      for (let j = 0, at = row * width + first; j < weights.length; j++, at++) sum += weights[j]! * from[at]!;
      to[i * rows + row] = sum;
    }
  }
  return to;
}
