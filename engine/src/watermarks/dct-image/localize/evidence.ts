// How strongly each block suggests that it carries the mark of a known id. The signs of its four
// coefficients are known. Shaping tells how strong the mark is there compared with elsewhere. How
// strong it is after all edits is learned from the picture itself, for each class of expected
// strength.
import { smoothBlocks, visibilityGains } from '../shaping.ts';
import { CHIPS, TILE_BLOCKS, tileSigns } from '../tile.ts';
import type { MarkedGrid } from './marked-grid.ts';

export interface Evidence {
  readonly columns: number;
  readonly rows: number;
  /** Logarithm of the likelihood ratio of a block: positive for the mark, negative against it. */
  readonly support: Float32Array;
  /**
   * The squared distance, in deviations, between a block with the mark and one without it. 0 if
   * nothing is known.
   */
  readonly information: Float32Array;
  /**
   * The part of the information that the block gives: on average all of it with the mark, nothing
   * without.
   */
  readonly presence: Float32Array;
}

// In luma levels: the noise that quantization and rounding add to every coefficient.
const NOISE_FLOOR = 2;
const LIMIT = 0.8;
const LEAST_VARIANCE = 0.3;
const CLASSES = 12;
// Share of the strongest. Weaker blocks belong to the first class.
const WEAKEST = 0.1;
// No single block decides.
const LOUDEST = 3;

export class BlockEvidence {
  readonly #grid: MarkedGrid;
  readonly #deviation: Float32Array;
  readonly #agreement: Float32Array;
  readonly #spread: Float32Array;
  readonly #classes: Uint8Array;

  constructor(grid: MarkedGrid, id: string) {
    const { columns, rows, coefficients } = grid;
    const blocks = columns * rows;
    const signs = tileSigns(id);
    this.#grid = grid;
    const strength = new Float32Array(blocks);
    const activity = new Float32Array(blocks);
    for (let block = 0; block < blocks; block++) {
      let squares = 0;
      for (let k = 0; k < 4; k++) squares += coefficients[block * 4 + k]! ** 2;
      strength[block] = Math.sqrt(squares / 4);
      // Without the coefficients that carry it, so that a flat block is equally flat with and
      // without the mark.
      activity[block] = Math.sqrt(Math.max(grid.activity[block]! ** 2 - squares / 64, 0));
    }
    this.#classes = classesOf(visibilityGains(activity, columns, rows));
    this.#deviation = smoothBlocks(strength, columns, rows).map((around) => around + NOISE_FLOOR);
    this.#agreement = new Float32Array(blocks);
    const squares = new Float32Array(blocks);
    for (let block = 0; block < blocks; block++) {
      const row = Math.floor(block / columns) + grid.originRow;
      const column = (block % columns) + grid.originColumn;
      const place = (row % TILE_BLOCKS) * TILE_BLOCKS + (column % TILE_BLOCKS);
      for (let k = 0; k < 4; k++) {
        const value = Math.min(Math.max(coefficients[block * 4 + k]! / this.#deviation[block]!, -LIMIT), LIMIT);
        this.#agreement[block]! += CHIPS[place * 4 + k]! * signs[place]! * value;
        squares[block]! += value * value;
      }
    }
    this.#spread = smoothBlocks(squares, columns, rows);
  }

  /** isCounted: the blocks to learn from. */
  weigh(isCounted: (block: number) => boolean): Evidence {
    const { columns, rows, inside, place } = this.#grid;
    // A reduced picture has fewer pixels than the original's grid. The errors of its blocks are
    // related, so they say less than they seem to.
    const [xx, xy, yx, yy] = place.linear;
    const independence = Math.min(1, Math.abs(xx * yy - xy * yx));
    const amplitudes = this.#amplitudes(isCounted);
    const support = new Float32Array(columns * rows);
    const information = new Float32Array(columns * rows);
    const presence = new Float32Array(columns * rows);
    for (let block = 0; block < support.length; block++) {
      if (!inside[block]) continue;
      const expected = 4 * Math.min(LIMIT, amplitudes[this.#classes[block]!]! / this.#deviation[block]!);
      const variance = Math.max(this.#spread[block]! - (expected * expected) / 4, LEAST_VARIANCE) / independence;
      information[block] = (expected * expected) / variance;
      presence[block] = (expected * this.#agreement[block]!) / variance;
      support[block] = Math.min(Math.max(presence[block]! - information[block]! / 2, -LOUDEST), LOUDEST);
    }
    return { columns, rows, support, information, presence };
  }

  // In luma levels, for each class: least squares, then forced to grow with the class.
  #amplitudes(isCounted: (block: number) => boolean): Float64Array {
    const [products, squares] = [new Float64Array(CLASSES), new Float64Array(CLASSES)];
    for (let block = 0; block < this.#classes.length; block++) {
      if (!this.#grid.inside[block] || !isCounted(block)) continue;
      const scale = 1 / this.#deviation[block]!;
      const weight = 1 / (this.#spread[block]! + LEAST_VARIANCE);
      products[this.#classes[block]!]! += weight * this.#agreement[block]! * scale;
      squares[this.#classes[block]!]! += weight * 4 * scale * scale;
    }
    return increasing(products, squares);
  }
}

// By expected strength, in equal steps of its logarithm.
function classesOf(gains: Float32Array): Uint8Array {
  const most = gains.reduce((largest, gain) => Math.max(largest, gain), 0);
  return Uint8Array.from(gains, (gain) => {
    const steps = Math.floor((CLASSES * Math.log(Math.max(gain / most, WEAKEST))) / -Math.log(WEAKEST));
    return Math.max(0, Math.min(CLASSES - 1, CLASSES + steps));
  });
}

// Isotonic regression (pool adjacent violators) of products / squares, nothing below zero.
function increasing(products: Float64Array, squares: Float64Array): Float64Array {
  const pools: { product: number; square: number; count: number }[] = [];
  for (let i = 0; i < products.length; i++) {
    pools.push({ product: products[i]!, square: squares[i]!, count: 1 });
    while (pools.length > 1 && ratio(pools.at(-1)!) <= ratio(pools.at(-2)!)) {
      const last = pools.pop()!;
      const before = pools.pop()!;
      pools.push({
        product: before.product + last.product,
        square: before.square + last.square,
        count: before.count + last.count,
      });
    }
  }
  return Float64Array.from(pools.flatMap((pool) => Array<number>(pool.count).fill(Math.max(ratio(pool), 0))));
}

function ratio({ product, square }: { product: number; square: number }): number {
  return square > 0 ? product / square : 0;
}
