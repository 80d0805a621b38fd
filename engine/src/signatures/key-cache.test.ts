// A key is imported once, and the cache never exceeds its limit.
import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { test } from 'node:test';
import { KeyCache } from './key-cache.ts';

function countingCache(limit: number) {
  const cache = new KeyCache(limit);
  const imported: string[] = [];
  const use = (name: string) =>
    cache.get(name, () => {
      imported.push(name);
      return createSecretKey(name, 'utf8');
    });
  return { use, imported };
}

test('a key is imported once and the same object is returned again', () => {
  const { use, imported } = countingCache(2);
  assert.equal(use('first'), use('first'));
  assert.deepEqual(imported, ['first']);
});

test('over its limit the cache drops the least recently used key', () => {
  const { use, imported } = countingCache(2);
  for (const name of ['first', 'second', 'first', 'third', 'first', 'second']) use(name);
  assert.deepEqual(imported, ['first', 'second', 'third', 'second']);
});

test('a failed import leaves nothing behind', () => {
  const cache = new KeyCache(1);
  const key = createSecretKey('good', 'utf8');
  const fail = () => {
    throw new Error('no key');
  };
  assert.throws(() => cache.get('name', fail), /no key/);
  assert.equal(
    cache.get('name', () => key),
    key,
  );
});
