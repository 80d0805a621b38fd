// Decides the change of every marked coefficient: chip × bit × amplitude, shaped by visibility, less where the
// picture already agrees with the bit and more where it speaks against it. One amplitude for the whole picture is
// found by trial so that the change costs a wanted peak signal-to-noise ratio.
import type { BlockGrid } from './block-transform.ts';
import { demodulate } from './demodulate.ts';
import { readTile } from './read-tile.ts';
import { visibilityGains } from './shaping.ts';
import { CHIPS, TILE_BLOCKS, tileSigns } from './tile.ts';

/** Decibels between the picture and its marked copy, of luma (or RGB: both move by the same amount). */
export const TARGET_DECIBELS = 42.4;
// A mostly flat picture would reach the target only by shouting in its few textured blocks.
const LARGEST_AMPLITUDE = 16;
const FIRST_AMPLITUDE = 8;
const ROUNDS = 10;
const TOLERANCE = 1.01;
const SAMPLED_BLOCKS = 8_000;
// Where a whole step would stand out against a change this much smaller, nothing changes.
const FAINTEST_SHARE = 0.1;

/**
 * Beside the neural mark, so that both together stay above 40 on average: a large picture repeats the tile often enough to spare some
 * strength, a small one does not.
 */
export function sharedDecibels(width: number, height: number): number {
  const [low, high] = [TARGET_DECIBELS, 43.4];
  const doublings = Math.log2((width * height) / 500_000);
  return Math.min(Math.max(low + ((high - low) * doublings) / 1.5, low), high);
}

/** steps: quantiser steps of the four coefficients when the changes must be whole multiples of them (JPEG). */
export function planMark(
  grid: BlockGrid,
  id: string,
  steps?: readonly number[],
  decibels = TARGET_DECIBELS,
): Float32Array {
  const { columns, rows } = grid;
  const gains = visibilityGains(grid.activity, columns, rows);
  const pattern = spreadTile(id);
  const budget = (64 * 255 ** 2) / 10 ** (decibels / 10);
  const stride = Math.floor((columns * rows) / SAMPLED_BLOCKS) | 1;
  const changes = new Float32Array(columns * rows * 4);
  const amplitude = findAmplitude(budget, (tried) => fill(changes, grid, gains, pattern, tried, steps, stride));
  fill(changes, grid, gains, pattern, amplitude, steps, 1);
  return changes;
}

// The largest amplitude within the budget, or nearly. The cost grows like its square where steps are fine and by leaps where they are
// coarse: a square-root guess, or the middle of what is left when the guess falls outside.
function findAmplitude(budget: number, costOf: (amplitude: number) => number): number {
  let within = 0;
  let beyond = LARGEST_AMPLITUDE;
  let amplitude = FIRST_AMPLITUDE;
  for (let round = 0; round < ROUNDS; round++) {
    const cost = costOf(amplitude);
    if (cost <= budget * TOLERANCE) within = amplitude;
    else beyond = amplitude;
    if (cost > budget / TOLERANCE && cost <= budget * TOLERANCE) break;
    const guess = amplitude * Math.sqrt(budget / Math.max(cost, 1e-3));
    amplitude = guess > within && guess < beyond ? guess : (within + beyond) / 2;
  }
  return within;
}

// Four signs for each block of the tile: bit × chip.
function spreadTile(id: string): Float32Array {
  const signs = tileSigns(id);
  return CHIPS.map((chip, i) => chip * signs[i >> 2]!);
}

// Answers the mean squared change of a block, over every `stride`th block.
function fill(
  changes: Float32Array,
  grid: BlockGrid,
  gains: Float32Array,
  pattern: Float32Array,
  amplitude: number,
  steps: readonly number[] | undefined,
  stride: number,
): number {
  const { columns, rows, coefficients } = grid;
  let energy = 0;
  let blocks = 0;
  for (let block = 0; block < columns * rows; block += stride) {
    const row = Math.floor(block / columns);
    const place = (row % TILE_BLOCKS) * TILE_BLOCKS + ((block - row * columns) % TILE_BLOCKS);
    const wanted = amplitude * gains[block]!;
    for (let k = 0; k < 4; k++) {
      const sign = pattern[place * 4 + k]!;
      const coefficient = coefficients[block * 4 + k]!;
      const agreement = Math.min(Math.max((coefficient * sign) / wanted, -1), 3);
      let size = wanted * Math.min(Math.max(1.15 - 0.25 * agreement, 0.4), 1.4);
      if (steps) size = roundToStep(size, steps[k]!, coefficient, block * 4 + k);
      changes[block * 4 + k] = sign * size;
      energy += size * size;
    }
    blocks++;
  }
  return energy / Math.max(blocks, 1);
}

// Whole steps, up or down at random in proportion, so that the mean change is the wanted one even where the step is larger.
// The odds favour coefficients that were zero: they are where one step tells the reader most.
function roundToStep(size: number, step: number, coefficient: number, index: number): number {
  if (size < FAINTEST_SHARE * step) return 0;
  const random = (Math.imul(index ^ (index >>> 15), 0x9e3779b1) >>> 8) / 0x1000000;
  const favour = Math.abs(coefficient) < step / 2 ? 0.15 : -0.1;
  return Math.floor(size / step + Math.min(Math.max(random + favour, 0), 0.999)) * step;
}

/** Whether the id could be read from the blocks once changed: pictures exist that drown any mark of this strength. */
export function isReadable(grid: BlockGrid, changes: Float32Array, id: string): boolean {
  const coefficients = grid.coefficients.map((value, i) => value + changes[i]!);
  return readTile(demodulate({ ...grid, coefficients }, 0, 0))?.id === id;
}
