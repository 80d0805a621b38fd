import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chanceOfFalseAccept } from '../error-correction/piloted-id.ts';
import { LEAST_CORRELATION, readTile } from './read-tile.ts';
import { tileSigns } from './tile.ts';

test('the probability of a false accept is below 1e-9 per file by design, for the whole search and all ids', () => {
  const hypotheses = 2 ** 14 * 8 * 256; // offsets × orientations × geometries
  const bound = chanceOfFalseAccept(LEAST_CORRELATION, hypotheses);
  assert.ok(bound < 1e-9, `bound ${bound}`);
});

test('a tile can be read, and is the one in released marks', () => {
  const signs = tileSigns('00ff00ff12345678');
  assert.equal(readTile(signs)?.id, '00ff00ff12345678');
  assert.equal(
    Array.from(signs.subarray(0, 32), (sign) => (sign > 0 ? '+' : '-')).join(''),
    '--+++-+++-+-++---++-+++-----+++-',
  );
});
