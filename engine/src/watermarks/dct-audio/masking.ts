// How loud a change may be in each cell of a block before the ear notices: the power of the cell itself or what louder cells
// throw over it, falling by 10 dB a Bark upwards and 25 dB a Bark downwards (Terhardt 1979; Schroeder 1979) and by 15 dB
// from one time to the next (forward masking).
import { BLOCK_BANDS } from './block.ts';

const FIRST_BAND_HERTZ = 375;
const BAND_HERTZ = 93.75;
const UPWARDS = 1;
const DOWNWARDS = 2.5;
const LATER = 10 ** -1.5;

// Traunmüller 1990.
const bark = (hertz: number) => (26.81 * hertz) / (1960 + hertz) - 0.53;
const steps = Float32Array.from(
  { length: BLOCK_BANDS },
  (_, band) => bark(FIRST_BAND_HERTZ + (band + 1) * BAND_HERTZ) - bark(FIRST_BAND_HERTZ + band * BAND_HERTZ),
);
const upwards = steps.map((step) => 10 ** (-UPWARDS * step));
const downwards = steps.map((step) => 10 ** (-DOWNWARDS * step));

/** powers, and the answer: times × BLOCK_BANDS. */
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
