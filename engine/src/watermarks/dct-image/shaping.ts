// How strongly each block can be marked: in proportion to its activity, so that the mark hides in
// texture and stays faint in flat areas. Both sides use it: embedding as the amplitude, reading as
// the expected amplitude.

const FAINTEST = 0.2;
const STRONGEST = 1.5;
/**
 * Deviation of a block's pixels, in levels. Below it, nothing hides in the block, and any change
 * would enlarge the file.
 */
const ONE_COLOR = 0.3;

export function isOneColor(activity: number): boolean {
  return activity < ONE_COLOR;
}

export function visibilityGains(activity: Float32Array, columns: number, rows: number): Float32Array {
  const around = smoothBlocks(activity, columns, rows);
  return around.map((mean, i) =>
    Math.min(Math.max((Math.min(activity[i]! * 1.4, mean) + 0.5) / 5, FAINTEST), STRONGEST),
  );
}

/** Binomial 3×3 mean over the grid of blocks, edges repeated. */
export function smoothBlocks(values: Float32Array, columns: number, rows: number): Float32Array {
  const across = new Float32Array(values.length);
  for (let row = 0, i = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, i++) {
      const left = column > 0 ? i - 1 : i;
      const right = column < columns - 1 ? i + 1 : i;
      across[i] = (values[left]! + 2 * values[i]! + values[right]!) / 4;
    }
  }
  const smooth = new Float32Array(values.length);
  for (let row = 0, i = 0; row < rows; row++) {
    const up = row > 0 ? -columns : 0;
    const down = row < rows - 1 ? columns : 0;
    for (let column = 0; column < columns; column++, i++) {
      smooth[i] = (across[i + up]! + 2 * across[i]! + across[i + down]!) / 4;
    }
  }
  return smooth;
}
