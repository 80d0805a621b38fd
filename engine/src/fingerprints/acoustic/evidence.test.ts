// What counts as evidence: many different landmarks that agree. A figure that repeats counts only
// once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Excerpt } from './evidence.ts';
import { findMatches } from './rank-tracks.ts';

/** Landmarks that are so far apart that each is a separate moment. */
const distance = 8;
const offset = 40;
const figure = [1, 2, 3, 4];

/** An excerpt with these hashes in order, and a sound that has them in the same order. */
function cutOut(hashes: readonly number[]) {
  const times = hashes.map((_, place) => place * distance);
  const sought = { hashes: Uint32Array.from(hashes), times: Uint32Array.from(times) };
  return { sought, stored: hashes.map((hash, place) => ({ hash, time: times[place]! + offset, track: 1 })) };
}

function evidenceOf(hashes: readonly number[]): number {
  const { sought, stored } = cutOut(hashes);
  return new Excerpt(sought).evidenceAt(offset, stored);
}

test('the evidence of a figure does not grow when it is repeated', () => {
  assert.ok(evidenceOf(figure) > 0);
  assert.ok(evidenceOf([...figure, ...figure, ...figure, ...figure]) <= evidenceOf(figure));
});

test('five landmarks in order are a match, four are not', () => {
  for (const [count, matches] of [
    [5, 1],
    [4, 0],
  ] as const) {
    const { sought, stored } = cutOut(Array.from({ length: count }, (_, place) => place));
    assert.equal(findMatches(sought, stored).length, matches);
  }
});
