// Turns: in order, so many at a time, also when that number changes in between.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as settle } from 'node:timers/promises';
import { Turns } from './turns.ts';

const never = new AbortController().signal;

test('turns come in order, as many as there may be just then', async () => {
  let most = 2;
  const turns = new Turns(() => most);
  const begun: number[] = [];
  for (let each = 0; each < 6; each += 1) void turns.take(never).then(() => begun.push(each));
  await settle();
  assert.deepEqual([begun, turns.taken, turns.waiting], [[0, 1], 2, 4]);

  most = 1;
  turns.end();
  await settle();
  assert.deepEqual([begun, turns.taken, turns.waiting], [[0, 1], 1, 4]);
  turns.end();
  await settle();
  assert.deepEqual([begun, turns.taken, turns.waiting], [[0, 1, 2], 1, 3]);

  most = 2;
  void turns.take(never).then(() => begun.push(6));
  turns.end();
  await settle();
  assert.deepEqual([begun, turns.taken, turns.waiting], [[0, 1, 2, 3, 4], 2, 2]);
});

test('whoever gives up leaves the line; the others keep their places', async () => {
  const turns = new Turns(() => 1);
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
