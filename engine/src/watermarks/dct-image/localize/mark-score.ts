// Whether a whole picture carries the mark of a known id at a known place: how far its soft bits
// agree, in standard deviations.
import { demodulate } from '../demodulate.ts';
import type { Affine } from '../geometry.ts';
import type { Luma } from '../luma-blocks.ts';
import { tileSigns } from '../tile.ts';
import { analyseMarked } from './marked-grid.ts';

// Luma levels of deviation within a block, and the share of blocks that need it.
const BUSY = 1.5;
const LEAST_BUSY = 0.1;

/** Null: the picture is too flat, or too large, to tell. */
export function markScore(luma: Luma, width: number, height: number, id: string, place: Affine): number | null {
  const grid = analyseMarked(luma, width, height, place);
  if (!grid) return null;
  const busy = grid.activity.reduce((count, deviation) => count + (deviation > BUSY ? 1 : 0), 0);
  if (busy < LEAST_BUSY * grid.activity.length) return null;
  const soft = demodulate(grid, grid.originColumn, grid.originRow);
  const signs = tileSigns(id);
  let [product, squares] = [0, 0];
  for (let i = 0; i < soft.length; i++) {
    product += soft[i]! * signs[i]!;
    squares += soft[i]! ** 2;
  }
  return squares > 0 ? product / Math.sqrt(squares) : null;
}
