// What masks each cell of a block, and how strong a change can be before the ear notices. A cell is
// masked by its own power or by louder cells, falling by 10 dB per Bark upwards and 25 dB per Bark
// downwards (Terhardt 1979; Schroeder 1979) and by 15 dB from one time to the next (forward
// masking). Noise hides more than a tone: it hides a change 5.5 dB below it, a tone needs 14.5 dB
// and more (Johnston 1988). Shares stay at or below that: 14 dB below a tone, 7 dB below flat
// noise.
import { BLOCK_BANDS } from './block.ts';

const FIRST_BAND_HERTZ = 375;
const BAND_HERTZ = 93.75;
const UPWARDS = 1;
const DOWNWARDS = 2.5;
const LATER = 10 ** -1.5;
// Share of the masking amplitude.
const SHARE_OF_TONE = 0.2;
const SHARE_OF_NOISE = 0.45;
const FLATNESS_REACH = 4; // bands each way
const TINY = 1e-12;

// Traunmüller 1990.
const bark = (hertz: number) => (26.81 * hertz) / (1960 + hertz) - 0.53;
const steps = Float32Array.from(
  { length: BLOCK_BANDS },
  (_, band) => bark(FIRST_BAND_HERTZ + (band + 1) * BAND_HERTZ) - bark(FIRST_BAND_HERTZ + band * BAND_HERTZ),
);
const upwards = steps.map((step) => 10 ** (-UPWARDS * step));
const downwards = steps.map((step) => 10 ** (-DOWNWARDS * step));

/** powers, and the result: times × BLOCK_BANDS. */
export function spreadOfMasking(powers: Float32Array): Float32Array {
  const masks = powers.slice();
  for (let row = 0; row < masks.length; row += BLOCK_BANDS) {
    for (let at = row + 1; at < row + BLOCK_BANDS; at++) {
      masks[at] = Math.max(masks[at]!, masks[at - 1]! * upwards[at - 1 - row]!);
    }
    for (let at = row + BLOCK_BANDS - 2; at >= row; at--) {
      masks[at] = Math.max(masks[at]!, masks[at + 1]! * downwards[at - row]!);
    }
    if (row === 0) continue;
    for (let at = row; at < row + BLOCK_BANDS; at++) masks[at] = Math.max(masks[at]!, masks[at - BLOCK_BANDS]! * LATER);
  }
  return masks;
}

/**
 * The share of each cell by the flatness of the spectrum around it: geometric over arithmetic mean,
 * 1 for flat noise.
 */
export function sharesOfMasking(powers: Float32Array): Float32Array {
  const shares = new Float32Array(powers.length);
  const logs = powers.map((power) => Math.log(power + TINY));
  for (let row = 0; row < powers.length; row += BLOCK_BANDS) {
    let [sum, logSum, first, end] = [0, 0, row, row];
    for (let at = row; at < row + BLOCK_BANDS; at++) {
      for (; end < Math.min(at + FLATNESS_REACH + 1, row + BLOCK_BANDS); end++) {
        sum += powers[end]!;
        logSum += logs[end]!;
      }
      for (; first < at - FLATNESS_REACH; first++) {
        sum -= powers[first]!;
        logSum -= logs[first]!;
      }
      const count = end - first;
      const flatness = Math.min(1, Math.exp(logSum / count) / (Math.max(sum, 0) / count + TINY));
      shares[at] = SHARE_OF_TONE + (SHARE_OF_NOISE - SHARE_OF_TONE) * flatness;
    }
  }
  return shares;
}
