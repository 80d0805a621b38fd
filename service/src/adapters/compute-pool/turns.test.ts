// Turns: in order, and so many at a time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as settle } from 'node:timers/promises';
import { Turns } from './turns.ts';

const never = new AbortController().signal;

test('turns come in order, so many at a time', async () => {
  const turns = new Turns(2);
  const begun: number[] = [];
  for (let each = 0; each < 4; each += 1) void turns.take(never).then(() => begun.push(each));
  await settle();
  assert.deepEqual([begun, turns.taken, turns.waiting], [[0, 1], 2, 2]);
  turns.end();
  await settle();
  assert.deepEqual([begun, turns.taken, turns.waiting], [[0, 1, 2], 2, 1]);
  for (let each = 0; each < 3; each += 1) turns.end();
  await settle();
  assert.deepEqual([begun, turns.taken, turns.waiting], [[0, 1, 2, 3], 0, 0]);
});

test('one that gives up leaves the line; the others keep their places', async () => {
  const turns = new Turns(1);
  await turns.take(never);
  const impatient = new AbortController();
  const first = turns.take(impatient.signal);
  const second = turns.take(never);
  impatient.abort(new Error('too long'));
  await assert.rejects(first, /too long/);
  assert.equal(turns.waiting, 1);
  turns.end();
  await second;
  assert.deepEqual([turns.taken, turns.waiting], [1, 0]);
});
