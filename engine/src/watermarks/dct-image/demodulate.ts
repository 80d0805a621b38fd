// From blocks to 256 soft bits: every marked coefficient is divided by the local strength of the
// picture, limited (coefficients are heavy-tailed), weighted by the root of the expected amplitude,
// and summed with its chip over all tiles.
import type { BlockGrid } from './block-transform.ts';
import { smoothBlocks, visibilityGains } from './shaping.ts';
import { CHIPS, TILE_BITS, TILE_BLOCKS } from './tile.ts';

// In luma levels: the noise that quantization and rounding add to every coefficient.
const NOISE_FLOOR = 2;
const LIMIT = 0.8;

/** originColumn, originRow: the place within the tile of the grid's first block, 0 to 15. */
export function demodulate(grid: BlockGrid, originColumn: number, originRow: number): Float32Array {
  const { columns, rows, coefficients } = grid;
  const gains = visibilityGains(grid.activity, columns, rows);
  const strength = new Float32Array(columns * rows);
  for (let block = 0; block < strength.length; block++) {
    let squares = 0;
    for (let k = 0; k < 4; k++) squares += coefficients[block * 4 + k]! ** 2;
    strength[block] = Math.sqrt(squares / 4);
  }
  const around = smoothBlocks(strength, columns, rows);
  const soft = new Float32Array(TILE_BITS);
  for (let row = 0, block = 0; row < rows; row++) {
    const placeRow = ((row + originRow) % TILE_BLOCKS) * TILE_BLOCKS;
    for (let column = 0; column < columns; column++, block++) {
      const place = placeRow + ((column + originColumn) % TILE_BLOCKS);
      const deviation = around[block]! + NOISE_FLOOR;
      const weight = Math.sqrt(gains[block]! / deviation);
      let sum = 0;
      for (let k = 0; k < 4; k++) {
        const value = coefficients[block * 4 + k]! / deviation;
        sum += CHIPS[place * 4 + k]! * Math.min(Math.max(value, -LIMIT), LIMIT);
      }
      soft[place]! += sum * weight;
    }
  }
  return soft;
}
