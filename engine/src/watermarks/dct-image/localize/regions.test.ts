// Rectangles around cells: every cell is covered, a part that fills its rectangle gets one, and a
// thin part contains no square.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxesAround, connectedParts, isThick } from './regions.ts';
import { shownPicture } from './shown-picture.ts';

const columns = 20;
const cellsOf = (drawing: readonly string[]) =>
  drawing.flatMap((line, row) => [...line].flatMap((sign, column) => (sign === '#' ? [row * columns + column] : [])));

test('parts connect at corners, and a row does not continue at the other side', () => {
  const cells = new Set([...cellsOf(['##', '  #']), columns - 1, 5 * columns]);
  const parts = connectedParts((cell) => cells.has(cell), columns, 6);
  assert.deepEqual(
    parts.map((part) => part.length),
    [3, 1, 1],
  );
});

test('a part that fills its rectangle gets one, an L gets two, and each cell is covered', () => {
  assert.deepEqual(boxesAround(cellsOf(['', ' ###', ' ###']), columns), [{ left: 1, top: 1, right: 4, bottom: 3 }]);
  const corner = cellsOf(['##', '##', '##', '##', '########', '########']);
  const boxes = boxesAround(corner, columns);
  assert.equal(boxes.length, 2);
  for (const cell of corner) {
    const [x, y] = [cell % columns, Math.floor(cell / columns)];
    assert.ok(boxes.some(({ left, top, right, bottom }) => x >= left && x < right && y >= top && y < bottom));
  }
  assert.deepEqual(boxesAround([], columns), []);
});

test('a strip is thin at any length, and a square is not', () => {
  assert.equal(isThick(cellsOf(['####################', '####################']), columns, 3), false);
  assert.equal(isThick(cellsOf(['#', ' ###', ' ###', ' ###']), columns, 3), true);
  assert.equal(isThick(cellsOf(['###', '###', '###']), columns, 3), true);
});

test('a picture is displayed as its Exif orientation says', () => {
  // The stored pixel that is displayed at the upper left, for a picture of 4 × 3.
  const corners = [1, 2, 3, 4, 5, 6, 7, 8].map((orientation) => shownPicture(4, 3, orientation).storedAt(0, 0));
  assert.deepEqual(corners, [
    [0, 0],
    [3, 0],
    [3, 2],
    [0, 2],
    [0, 0],
    [0, 2],
    [3, 2],
    [3, 0],
  ]);
  const { width, height } = shownPicture(4, 3, 6);
  assert.deepEqual([width, height], [3, 4]);
});
