import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chanceOfFalseAccept } from '../error-correction/piloted-id.ts';
import { MOST_FOLDS } from './detect.ts';
import { BLOCK_FRAMES } from './fold.ts';
import { LEAST_CORRELATION } from './read-block.ts';

test('the probability of a false accept is below 1e-9 per file by design, for the whole search and all ids', () => {
  assert.ok(chanceOfFalseAccept(LEAST_CORRELATION, MOST_FOLDS * BLOCK_FRAMES) < 1e-9);
});
