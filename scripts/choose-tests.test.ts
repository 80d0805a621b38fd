// Each test belongs to the short run, to the long run, or has a part in both. No file is left out
// of both.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseTests } from './choose-tests.ts';

const sources = new Map([
  ['engine/src/sign.test.ts', ''],
  ['service/src/team.test.ts', "import { onEachDatabase } from '../test-support/on-each-database.ts';"],
  ['service/test/kill-nine.long.test.ts', ''],
  ['test/forgery/mutations.test.ts', "import { countFor } from '../../engine/test-support/test-run.ts';"],
]);
const [short, mixed, long, counted] = [...sources.keys()];

test('the short run leaves out files that are named long', () => {
  assert.deepEqual(chooseTests(sources, 'short', []), [short, mixed, counted]);
});

test('the long run takes files that are named long or have a long part', () => {
  assert.deepEqual(chooseTests(sources, 'long', []), [mixed, long, counted]);
});

test('words choose files of either kind, and the long run runs only its own', () => {
  assert.deepEqual(chooseTests(sources, 'all', ['service', 'kill']), [long]);
  assert.deepEqual(chooseTests(sources, 'all', ['./engine']), [short]);
  assert.deepEqual(chooseTests(sources, 'long', ['engine']), []);
});
