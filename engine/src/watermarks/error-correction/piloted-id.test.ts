import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomWords } from './pattern-random.ts';
import { layOutSymbols, readSymbols, SYMBOLS, signsOf } from './piloted-id.ts';

const layout = layOutSymbols(randomWords(1));
const id = '00ff00ff12345678';

test('symbols are read with their correlation', () => {
  const found = readSymbols(
    layout,
    signsOf(layout, id).map((sign, i) => sign * (1 + (i % 3))),
    0.69,
  );
  assert.equal(found?.id, id);
  assert.ok(found.strength > 0.9 && found.strength < 1);
});

test('a valid message that explains too little of the soft symbols is refused', () => {
  // Its code is complete, but its pilots contradict it loudly.
  const drowned = signsOf(layout, id).map((sign, i) => (layout.pilots[i] === 0 ? sign : -3 * sign));
  assert.equal(readSymbols(layout, drowned, 0)?.id, id);
  assert.equal(readSymbols(layout, drowned, 0.67), null);
});

test('blank content has no mark', () => {
  assert.equal(readSymbols(layout, new Float32Array(SYMBOLS), 0), null);
});
