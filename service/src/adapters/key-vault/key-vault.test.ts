// Sealed secrets: they open only with their key, in their environment, at their place.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { CannotOpen, createKeyVault } from './key-vault.ts';

const secret = Buffer.from('a secret');

test('a sealed secret opens at its place', () => {
  const key = randomBytes(32);
  const vault = createKeyVault(() => [key], 'live');
  const sealed = vault.seal(secret, 'totp:usr_1');
  assert.deepEqual(vault.open(sealed, 'totp:usr_1'), secret);
  assert.deepEqual(
    createKeyVault(() => [Buffer.from(key)], 'live').open(sealed, 'totp:usr_1'),
    secret,
    'also after a restart',
  );
  assert.ok(!Buffer.from(sealed.split('.')[2]!, 'base64url').includes(secret));
  assert.notEqual(vault.seal(secret, 'totp:usr_1'), sealed, 'each sealing has a nonce of its own');
});

test('a sealed secret does not open at another place, in another environment, with another key, or with any changed bit', () => {
  const key = randomBytes(32);
  const vault = createKeyVault(() => [key], 'live');
  const sealed = vault.seal(secret, 'totp:usr_1');
  assert.throws(() => vault.open(sealed, 'totp:usr_2'), CannotOpen);
  assert.throws(() => createKeyVault(() => [key], 'sandbox').open(sealed, 'totp:usr_1'), CannotOpen);
  assert.throws(() => createKeyVault(() => [randomBytes(32)], 'live').open(sealed, 'totp:usr_1'), CannotOpen);
  const [version, id, body] = sealed.split('.') as [string, string, string];
  const bytes = Buffer.from(body, 'base64url');
  for (let place = 0; place < bytes.length; place += 1) {
    const changed = Buffer.from(bytes);
    changed[place]! ^= 1;
    assert.throws(() => vault.open(`${version}.${id}.${changed.toString('base64url')}`, 'totp:usr_1'), CannotOpen);
  }
  for (const broken of ['', 'v1', `v1.${id}.`, `v2.${id}.${body}`, `v1.00000000.${body}`, `v1.${id}.AAAA`]) {
    assert.throws(() => vault.open(broken, 'totp:usr_1'), CannotOpen);
  }
});

test('after a rotation the new key seals, and the old one still opens and is known as stale', () => {
  const [older, newer] = [randomBytes(32), randomBytes(32)];
  let keys = [older];
  const vault = createKeyVault(() => keys, 'live');
  const sealed = vault.seal(secret, 'place');
  assert.ok(!vault.isStale(sealed));
  keys = [newer, older];
  assert.ok(vault.isStale(sealed));
  assert.deepEqual(vault.open(sealed, 'place'), secret);
  const again = vault.seal(secret, 'place');
  assert.ok(!vault.isStale(again));
  keys = [newer];
  assert.deepEqual(vault.open(again, 'place'), secret);
  assert.throws(() => vault.open(sealed, 'place'), CannotOpen);
});

test('a text sealed with an unknown key triggers a request for the newest keys', () => {
  const [older, newer] = [randomBytes(32), randomBytes(32)];
  const sealed = createKeyVault(() => [newer], 'live').seal(secret, 'place');
  const vault = createKeyVault((fresh) => (fresh ? [newer, older] : [older]), 'live');
  assert.deepEqual(vault.open(sealed, 'place'), secret);
});
