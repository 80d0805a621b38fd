import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LEAST_CORRELATION, readTile } from './read-tile.ts';
import { TILE_BITS, tileSigns } from './tile.ts';

test('a false accept has a probability below 1e-9 a file by design, search and all ids counted', () => {
  const n = TILE_BITS;
  const c = LEAST_CORRELATION;
  const cap = (1 - c * c) ** ((n - 1) / 2) / (c * Math.sqrt(2 * Math.PI * n));
  const hypotheses = 2 ** 14 * 8 * 256; // offsets × orientations × geometries
  const bound = cap * 2 ** 64 * hypotheses;
  assert.ok(bound < 1e-9, `bound ${bound}`);
});

test('a tile is read with the correlation it has', () => {
  const found = readTile(tileSigns('00ff00ff12345678').map((sign, i) => sign * (1 + (i % 3))));
  assert.equal(found?.id, '00ff00ff12345678');
  assert.ok(found.strength > 0.9 && found.strength < 1);
});

test('a valid message that explains too little of the soft bits is refused', () => {
  const signs = tileSigns('00ff00ff12345678');
  // A few loud soft bits against the message: it decodes, but points elsewhere.
  const drowned = signs.map((sign, i) => (i % 16 === 0 ? -5 * sign : sign));
  assert.equal(readTile(drowned), null);
});

test('a blank picture is no mark', () => {
  assert.equal(readTile(new Float32Array(TILE_BITS)), null);
});
