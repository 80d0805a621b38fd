// Turns: a limited number at a time, shared fairly among the waiting callers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as settle } from 'node:timers/promises';
import { LineFull, Turns } from './turns.ts';

const never = new AbortController().signal;

/** Takes a turn for each name, in order, and lists those whose turn has come. */
function takeAll(turns: Turns, callers: readonly string[]): { begun: string[]; refused: string[] } {
  const lists = { begun: [] as string[], refused: [] as string[] };
  for (const caller of callers) {
    turns.take(never, caller).then(
      () => lists.begun.push(caller),
      () => lists.refused.push(caller),
    );
  }
  return lists;
}

test('the turns of one caller come in order, a limited number at a time', async () => {
  const turns = new Turns(2, 10);
  const begun: number[] = [];
  for (let each = 0; each < 4; each += 1) void turns.take(never, 'one').then(() => begun.push(each));
  await settle();
  assert.deepEqual([begun, turns.taken, turns.waiting], [[0, 1], 2, 2]);
  turns.end('one');
  await settle();
  assert.deepEqual([begun, turns.taken, turns.waiting], [[0, 1, 2], 2, 1]);
  for (let each = 0; each < 3; each += 1) turns.end('one');
  await settle();
  assert.deepEqual([begun, turns.taken, turns.waiting], [[0, 1, 2, 3], 0, 0]);
});

test('a canceled task leaves the line, and the others keep their places', async () => {
  const turns = new Turns(1, 10);
  await turns.take(never, 'one');
  const impatient = new AbortController();
  const first = turns.take(impatient.signal, 'one');
  const second = turns.take(never, 'one');
  impatient.abort(new Error('too long'));
  await assert.rejects(first, /too long/);
  assert.equal(turns.waiting, 1);
  turns.end('one');
  await second;
  assert.deepEqual([turns.taken, turns.waiting], [1, 0]);
});

test('the next turn goes to the caller with the fewest current turns', async () => {
  const turns = new Turns(2, 10);
  const { begun } = takeAll(turns, ['many', 'many', 'many', 'many', 'few', 'few']);
  await settle();
  for (let i = 0; i < 2; i += 1) {
    turns.end('many');
    await settle();
  }
  assert.deepEqual(begun, ['many', 'many', 'few', 'many']);
});

test('waiting callers alternate, however many tasks each has', async () => {
  const turns = new Turns(1, 10);
  const { begun } = takeAll(turns, ['a', 'a', 'a', 'a', 'b', 'b', 'c']);
  await settle();
  for (let i = 0; i < 6; i += 1) {
    turns.end(begun.at(-1)!);
    await settle();
  }
  assert.deepEqual(begun, ['a', 'b', 'c', 'a', 'b', 'a', 'a']);
});

test('a full line gives a place to a caller with fewer places, and refuses the one with the most', async () => {
  const turns = new Turns(1, 3);
  const { begun, refused } = takeAll(turns, ['many', 'many', 'many', 'many', 'few', 'other', 'many', 'late']);
  await settle();
  assert.deepEqual(begun, ['many']);
  // Two places of the greedy caller went to others. Its next task, and a caller that would leave it
  // none, are refused.
  assert.deepEqual(refused.toSorted(), ['late', 'many', 'many', 'many']);
  assert.equal(turns.waiting, 3);
  await assert.rejects(turns.take(never, 'later'), LineFull);
});
