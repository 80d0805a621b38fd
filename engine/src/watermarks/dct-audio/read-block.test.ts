import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BLOCK_SYMBOLS, blockSigns } from './block.ts';
import { MOST_FOLDS } from './detect.ts';
import { BLOCK_FRAMES } from './fold.ts';
import { LEAST_CORRELATION, readBlock } from './read-block.ts';

test('a false accept has a probability below 1e-9 a file by design, search and all ids counted', () => {
  const n = BLOCK_SYMBOLS;
  const c = LEAST_CORRELATION;
  const cap = (1 - c * c) ** ((n - 1) / 2) / (c * Math.sqrt(2 * Math.PI * n));
  assert.ok(cap * 2 ** 64 * MOST_FOLDS * BLOCK_FRAMES < 1e-9);
});

test('a block is read with the correlation it has', () => {
  const found = readBlock(blockSigns('00ff00ff12345678').map((sign, i) => sign * (1 + (i % 3))));
  assert.equal(found?.id, '00ff00ff12345678');
  assert.ok(found.strength > 0.9 && found.strength < 1);
});

test('a valid message that explains too little of the soft symbols is refused', () => {
  const signs = blockSigns('00ff00ff12345678');
  assert.equal(readBlock(signs.map((sign, i) => (i % 16 === 0 ? -5 * sign : sign))), null);
});

test('silence is no mark', () => {
  assert.equal(readBlock(new Float32Array(BLOCK_SYMBOLS)), null);
});
