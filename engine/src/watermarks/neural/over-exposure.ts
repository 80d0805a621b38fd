// Pictures that a little more light turns white: snow, a sky, an object on white ground. What the mark has put there is lost then, so in
// such a picture more of it goes where it is dark, a decibel louder.
import { SIDE } from './small-picture.ts';

/** Luma that a third more light turns white, but for a little. */
const WHITE_FROM = 0.74;
const STEEPNESS = 30;
/** Of a picture, what may turn white without help. */
const WHITE_SHARE = 0.4;
/** What is put where it turns white: the mark must also be read where nobody over-exposes it, and from any part. */
const KEPT_IN_WHITE = 0.25;
/** Half the sides of squares, in pixels: in which a place counts as dark, and in which the residual is made even. */
const [NEAR, FAR] = [4, 24];
/** Its power, against what the encoder gives: a bright picture got less than others, for its flat grounds. One decibel. */
const LOUDER = 10 ** 0.1;
/** Nothing is divided by nothing. */
const TINY = 1e-12;

/** The encoder's residual for a picture, moved to where that stays dark; null where enough of it does. */
export function movedFromWhite(encoded: Float32Array, planes: Float32Array): Float32Array | null {
  const weights = weightsAgainstWhite(planes);
  return weights && weighted(encoded, weights);
}

function weightsAgainstWhite(planes: Float32Array): Float32Array | null {
  const size = SIDE * SIDE;
  const dark = new Float32Array(size);
  for (let i = 0; i < size; i++) {
    const luma = 0.299 * planes[i]! + 0.587 * planes[size + i]! + 0.114 * planes[2 * size + i]!;
    dark[i] = 1 / (1 + Math.exp((luma - WHITE_FROM) * STEEPNESS));
  }
  const around = meanAround(dark, NEAR);
  if (meanOf(around) >= 1 - WHITE_SHARE) return null;
  return around.map((value) => KEPT_IN_WHITE + (1 - KEPT_IN_WHITE) * value);
}

/** As much everywhere, where the encoder puts little at the edges, which may be all that stays dark; then by the weights. */
function weighted(residual: Float32Array, weights: Float32Array): Float32Array {
  const squares = residual.map((value) => value * value);
  const local = meanAround(squares, FAR);
  const shifted = residual.map((value, i) => (value * weights[i]!) / Math.sqrt(local[i]! + TINY));
  const power = meanOf(shifted.map((value) => value * value)) + TINY;
  const gain = Math.sqrt((LOUDER * meanOf(squares)) / power);
  return shifted.map((value) => value * gain);
}

/** The mean over a square around each place, as far as it lies in the picture: along rows, then along columns. */
function meanAround(values: Float32Array, reach: number): Float32Array {
  return alongRows(alongRows(values, reach), reach);
}

/** Answers rows as columns: done twice, everything is back in its place. */
function alongRows(values: Float32Array, reach: number): Float32Array {
  const means = new Float32Array(values.length);
  for (let row = 0; row < SIDE; row++) {
    const start = row * SIDE;
    let sum = 0;
    let count = 0;
    for (let x = -reach; x < SIDE; x++) {
      const next = x + reach;
      const last = x - reach - 1;
      if (next < SIDE) {
        sum += values[start + next]!;
        count += 1;
      }
      if (last >= 0) {
        sum -= values[start + last]!;
        count -= 1;
      }
      if (x >= 0) means[x * SIDE + row] = sum / count;
    }
  }
  return means;
}

function meanOf(values: Float32Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
