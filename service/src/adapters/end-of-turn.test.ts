// What is put off until the end of the turn runs then, in order, all of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { atEndOfTurn } from './end-of-turn.ts';

test('all runs in order, after what the turn does itself', async () => {
  const done: string[] = [];
  for (const name of ['a', 'b', 'c']) atEndOfTurn(() => void done.push(name));
  done.push('itself');
  await nextTurn();
  assert.deepEqual(done, ['itself', 'a', 'b', 'c']);
});

test('what is put off meanwhile runs in the next turn', async () => {
  const done: string[] = [];
  atEndOfTurn(() => {
    done.push('first');
    atEndOfTurn(() => void done.push('second'));
  });
  await nextTurn();
  assert.deepEqual(done, ['first']);
  await nextTurn();
  assert.deepEqual(done, ['first', 'second']);
});
