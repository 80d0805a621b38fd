import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placesOf } from '../../watermarks/neural/small-picture.ts';
import { orientationOf, turnUpright } from './turn-upright.ts';

test('a display matrix turns a picture like the orientation of its number', () => {
  const side = 3;
  const luma = Uint8Array.from({ length: side * side }, (_, i) => i);
  const seen = new Set<number>();
  for (const [x, y] of [-1, 1].flatMap((x) => [-1, 1].map((y) => [x, y] as const))) {
    for (const matrix of [
      [x, 0, 0, y],
      [0, x, y, 0],
    ]) {
      const orientation = orientationOf(matrix);
      seen.add(orientation);
      const upright = turnUpright({ luma, width: side, height: side }, matrix).luma;
      assert.deepEqual([...upright], [...placesOf(orientation, side)], `${matrix}`);
    }
  }
  assert.equal(seen.size, 8);
  assert.equal(orientationOf(null), 1);
});
