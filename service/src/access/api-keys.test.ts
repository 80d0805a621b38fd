// The form of API keys: the prefix tells the environment, and the checksum finds mistyped keys
// without the database.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { hashApiKey, isWellFormedApiKey, looksLikeApiKey, makeApiKey, previewOf } from './api-keys.ts';

test('a key starts with the prefix of its environment and is never created twice', () => {
  assert.match(makeApiKey('live'), /^svc_key_[0-9A-Za-z]{42}$/);
  assert.match(makeApiKey('sandbox'), /^svc_test_key_[0-9A-Za-z]{42}$/);
  assert.equal(new Set(Array.from({ length: 1_000 }, () => makeApiKey('live'))).size, 1_000);
});

test('a key is well formed only in its own environment', () => {
  for (const [own, other] of [
    ['live', 'sandbox'],
    ['sandbox', 'live'],
  ] as const) {
    const key = makeApiKey(own);
    assert.ok(looksLikeApiKey(key));
    assert.ok(isWellFormedApiKey(key, own));
    assert.ok(!isWellFormedApiKey(key, other));
  }
});

test('any single changed, missing or added character is detected', () => {
  const key = makeApiKey('live');
  for (let place = 'svc_key_'.length; place < key.length; place += 1) {
    const another = key[place] === 'a' ? 'b' : 'a';
    assert.ok(!isWellFormedApiKey(key.slice(0, place) + another + key.slice(place + 1), 'live'));
    assert.ok(!isWellFormedApiKey(key.slice(0, place) + key.slice(place + 1), 'live'));
  }
  assert.ok(!isWellFormedApiKey(`${key}a`, 'live'));
});

test('a session token does not look like a key', () => {
  assert.ok(!looksLikeApiKey('eyJhbGciOiJIUzI1NiJ9.e30.c2ln'));
  assert.ok(!looksLikeApiKey('svc_AQABCDEF'), 'nor does a provenance token');
});

test('the hash depends on the pepper', () => {
  const key = makeApiKey('live');
  const pepper = randomBytes(32);
  assert.equal(hashApiKey(key, pepper), hashApiKey(key, pepper));
  assert.notEqual(hashApiKey(key, pepper), hashApiKey(key, randomBytes(32)));
});

test('a preview shows the prefix and eight characters', () => {
  for (const environment of ['live', 'sandbox'] as const) {
    const key = makeApiKey(environment);
    const [start, end] = previewOf(key).split('…') as [string, string];
    assert.ok(key.startsWith(start) && key.endsWith(end));
    assert.equal(start.length + end.length, key.length - 42 + 8);
  }
});
