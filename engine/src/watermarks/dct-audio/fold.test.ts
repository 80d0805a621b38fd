import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BLOCK_BANDS, BLOCK_LAYOUT } from './block.ts';
import { CellLevels } from './cell-levels.ts';
import { Fold } from './fold.ts';

const noise = Float32Array.from({ length: 11 * 24_000 }, (_, i) => 0.2 * Math.sin((i * 0.37) ** 2 % 1000));
const measured = (gain: number) => {
  const levels = new CellLevels([noise.map((value) => gain * value)]);
  levels.measureWhole();
  return levels;
};
const valuesOf = ({ workspace, address, frames }: CellLevels) => workspace.floats(address, frames * BLOCK_BANDS);

test('levels are the same at any gain, and none exceeds its limit', () => {
  const [loud, soft] = [valuesOf(measured(1)), valuesOf(measured(0.1))];
  assert.ok(loud.every((level, i) => Math.abs(level) <= 0.8501 && Math.abs(level - soft[i]!) < 0.01));
  assert.ok(loud.some((level) => Math.abs(level) > 0.3));
});

test('a cell that differs gives a level that differs, and no other', () => {
  // A tone of 43 ms in noise: 2,015 Hz is the middle of band 17, sample 240,000 of frame 936.
  const levels = new CellLevels([
    noise.map((value, i) => {
      const window = Math.abs(i - 240_128) < 512 ? Math.cos((Math.PI * (i - 240_128)) / 1024) ** 2 : 0;
      return 0.05 * value + window * Math.sin((2 * Math.PI * 2015.6 * i) / 24_000);
    }),
  ]);
  levels.measureWhole();
  const values = valuesOf(levels);
  assert.ok(values[936 * BLOCK_BANDS + 17]! > 0.8);
  assert.ok(values[936 * BLOCK_BANDS + 13]! < 0.3 && values[928 * BLOCK_BANDS + 17]! < 0.3);
});

test('the pilots of every start match the symbols of this start', () => {
  const fold = new Fold(measured(1));
  fold.take(100, fold.levels.frames);
  const pilots = fold.sumPilots().slice();
  for (const start of [0, 1, 150, 383]) {
    const { sums } = fold.despread(start);
    const expected = sums.reduce((sum, value, symbol) => sum + value * BLOCK_LAYOUT.pilots[symbol]!, 0);
    assert.ok(Math.abs(pilots[start]! - expected) < 1e-2, `${pilots[start]} is not ${expected} at ${start}`);
  }
});
