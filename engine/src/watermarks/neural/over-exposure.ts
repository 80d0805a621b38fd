// Pictures that a little more light turns white: snow, a sky, an object on white ground. What the mark has put there is lost then. In
// such a picture the message is staggered, so that a band of it holds all rows; more of the mark goes where it is dark, a decibel
// louder; and the marked picture is tried, over-exposed: bits that are read weakly are put more strongly, which the encoder does for any
// number between and beyond 0 and 1.
import { CODE_BITS, readLogits, STAGGERED_WORD } from './code-word.ts';
import type { ImageNetworks } from './networks.ts';
import { SIDE } from './small-picture.ts';

/** How much more light a mark is to bear. */
const EXPOSURE = 1.3;
/** Luma that turns white by it, but for a little. */
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
const ROUNDS = 3;
/** log₁₀ of the chance of an accident: what the picture at full size will lose of it, and codecs, is left over. */
const SURE_ENOUGH = -26;
const [WANTED_LOGIT, LARGEST_LOGIT] = [2, 4];
const STEP = 0.14;
const [WEAKEST, STRONGEST] = [0.5, 3];
/** Nothing is divided by nothing. */
const TINY = 1e-12;

/** The encoder's residual for the bits; before it, where much of the picture would turn white, one that bears this. */
export async function* drawResiduals(
  networks: ImageNetworks,
  planes: Float32Array,
  bits: Uint8Array,
): AsyncGenerator<Float32Array> {
  const weights = weightsAgainstWhite(planes);
  if (weights) yield strengthened(networks, planes, bits, weights);
  yield networks.encode(planes, Float32Array.from(bits), 'straight');
}

async function strengthened(
  networks: ImageNetworks,
  planes: Float32Array,
  bits: Uint8Array,
  weights: Float32Array,
): Promise<Float32Array> {
  const strengths = new Float32Array(CODE_BITS).fill(1);
  for (let round = 0; ; round++) {
    const signals = strengths.map((strength, i) => (bits[i] ? 1 + strength : 1 - strength) / 2);
    const residual = shiftFromWhite(await networks.encode(planes, signals, 'staggered'), weights);
    if (round === ROUNDS) return residual;
    const words = await networks.decode(overExposed(planes, residual));
    const logits = words.subarray(STAGGERED_WORD * CODE_BITS, (STAGGERED_WORD + 1) * CODE_BITS);
    if (readLogits(logits).exponent < SURE_ENOUGH) return residual;
    strengthen(strengths, bits, logits);
  }
}

/** A factor for each place, or null where enough of the picture stays dark. */
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
function shiftFromWhite(residual: Float32Array, weights: Float32Array): Float32Array {
  const squares = residual.map((value) => value * value);
  const local = meanAround(squares, FAR);
  const shifted = residual.map((value, i) => (value * weights[i]!) / Math.sqrt(local[i]! + TINY));
  const power = meanOf(shifted.map((value) => value * value)) + TINY;
  const gain = Math.sqrt((LOUDER * meanOf(squares)) / power);
  return shifted.map((value) => value * gain);
}

/** Multiplied by more the weaker, or the more wrongly, a bit was read; together as strong as ever. */
function strengthen(strengths: Float32Array, bits: Uint8Array, logits: Float32Array): void {
  for (const [i, logit] of logits.entries()) {
    const right = Math.min(Math.max(bits[i] ? logit : -logit, -WANTED_LOGIT), LARGEST_LOGIT);
    strengths[i]! *= Math.exp(STEP * (WANTED_LOGIT - right));
  }
  const scale = 1 / Math.sqrt(meanOf(strengths.map((value) => value * value)));
  for (const i of strengths.keys()) strengths[i] = Math.min(Math.max(strengths[i]! * scale, WEAKEST), STRONGEST);
}

function overExposed(planes: Float32Array, residual: Float32Array): Float32Array {
  return planes.map((value, i) => Math.min(Math.max(EXPOSURE * (value + residual[i % residual.length]!), 0), 1));
}

/** The mean over a square around each place, as far as it lies in the picture: along rows, then along columns. */
function meanAround(values: Float32Array, reach: number): Float32Array {
  return alongRows(alongRows(values, reach), reach);
}

/** Answers rows as columns: done twice, everything is back in its place. */
function alongRows(values: Float32Array, reach: number): Float32Array {
  const means = new Float32Array(values.length);
  for (let row = 0; row < SIDE; row++) {
    let [sum, count] = [0, 0];
    for (let x = -reach; x < SIDE; x++) {
      const [next, last] = [x + reach, x - reach - 1];
      if (next < SIDE) [sum, count] = [sum + values[row * SIDE + next]!, count + 1];
      if (last >= 0) [sum, count] = [sum - values[row * SIDE + last]!, count - 1];
      if (x >= 0) means[x * SIDE + row] = sum / count;
    }
  }
  return means;
}

function meanOf(values: Float32Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
