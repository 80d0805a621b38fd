// Who gets a free worker.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseOrganization } from './turn-order.ts';

const waiting = (...ids: string[]) => ids.map((orgId, since) => ({ orgId, since }));
const running = (counts: Record<string, number>) => new Map(Object.entries(counts));

test('the organization with the fewest running jobs goes first, then the one that waits longest', () => {
  const turn = { here: [], workers: 4 };
  assert.equal(chooseOrganization({ ...turn, waiting: waiting('a', 'b'), running: running({}) }), 'a');
  assert.equal(chooseOrganization({ ...turn, waiting: waiting('a', 'b'), running: running({ a: 1 }) }), 'b');
  assert.equal(chooseOrganization({ ...turn, waiting: waiting('a', 'b'), running: running({ a: 1, b: 1 }) }), 'a');
});

test('an organization with a job on the node does not take its last free worker', () => {
  const turn = { running: running({ a: 1 }), here: ['a'], workers: 2 };
  assert.equal(chooseOrganization({ ...turn, waiting: waiting('a') }), undefined);
  assert.equal(chooseOrganization({ ...turn, waiting: waiting('a', 'b') }), 'b');
  assert.equal(chooseOrganization({ ...turn, workers: 3, waiting: waiting('a') }), 'a');
});

test('an organization with jobs only on other nodes can take the last free worker', () => {
  assert.equal(chooseOrganization({ waiting: waiting('a'), running: running({ a: 3 }), here: ['b'], workers: 2 }), 'a');
});

test('without a free worker or a waiting job, nobody gets one', () => {
  const none = { running: running({}), waiting: waiting('b') };
  assert.equal(chooseOrganization({ ...none, here: ['a'], workers: 1 }), undefined);
  assert.equal(chooseOrganization({ ...none, here: [], workers: 0 }), undefined);
  assert.equal(chooseOrganization({ ...none, waiting: [], here: [], workers: 2 }), undefined);
});
