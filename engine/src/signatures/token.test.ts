// Strangers get tokens. If they change, add or respell anything, only the token itself is accepted.
import assert from 'node:assert/strict';
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { testWithShared } from '../../test-support/shared-folder.ts';
import { createTokenKeyring, decodeToken, encodeToken, type TokenEnvironment } from './token.ts';

const oldSecret = Buffer.alloc(32, 1);
const newSecret = Buffer.alloc(32, 2);
const recordId = '018f2d3c-4b5a-7968-8776-655443322110';
const keyring = createTokenKeyring('live', 7, new Map([[7, oldSecret]]));
const token = encodeToken(keyring, recordId);
const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const statusOf = (text: unknown) => decodeToken(keyring, text).status;

test('a token has exactly the bytes of its layout', () => {
  const header = Buffer.from(`010107${recordId.replaceAll('-', '')}`, 'hex');
  const mac = createHmac('sha256', oldSecret).update(header).digest().subarray(0, 16);
  assert.equal(token, `svc_${Buffer.concat([header, mac]).toString('base64url')}`);
  assert.equal(token.length, 51);
});

test('any record id can be read from its token', () => {
  for (const id of [recordId, '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']) {
    assert.deepEqual(decodeToken(keyring, encodeToken(keyring, id)), { status: 'valid', recordId: id });
  }
  for (let round = 0; round < 200; round++) {
    const id = randomUUID();
    assert.deepEqual(decodeToken(keyring, encodeToken(keyring, id)), { status: 'valid', recordId: id });
  }
});

test('every single flipped bit is refused', () => {
  const bytes = Buffer.from(token.slice(4), 'base64url');
  assert.equal(bytes.length, 35);
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const changed = Buffer.from(bytes);
    changed[bit >> 3]! ^= 1 << (bit & 7);
    assert.notEqual(statusOf(`svc_${changed.toString('base64url')}`), 'valid', `bit ${bit}`);
  }
});

test('every other character at every place is refused, including the spare bits of the last one', () => {
  for (let place = 0; place < token.length; place++) {
    for (const character of base64url) {
      if (character === token[place]) continue;
      const changed = token.slice(0, place) + character + token.slice(place + 1);
      assert.notEqual(statusOf(changed), 'valid', changed);
    }
  }
});

test('no second spelling of a valid token is accepted', () => {
  const withBothSpecials = Array.from({ length: 2000 }, () => encodeToken(keyring, randomUUID())).find((each) =>
    /-.*_/.test(each.slice(4)),
  )!;
  assert.equal(statusOf(withBothSpecials), 'valid');
  const classicAlphabet = `svc_${withBothSpecials.slice(4).replaceAll('-', '+').replaceAll('_', '/')}`;
  const padded = [`${token}=`, `${token} `, ` ${token}`, `${token}\n`, `${token}A`, `${token.slice(0, -1)}=`];
  const others = [token.slice(0, -1), token.slice(4), token.toUpperCase(), `SVC_${token.slice(4)}`, `svc_svc_${token}`];
  for (const text of [classicAlphabet, ...padded, ...others]) assert.equal(statusOf(text), 'malformed', text);
});

testWithShared('no input makes the decoder throw', (shared) => {
  const random = Array.from({ length: 500 }, () => `svc_${randomBytes(35).toString('base64url')}`);
  const odd = [undefined, null, 0, {}, [token], Buffer.from(token), '', 'svc_', 'x'.repeat(1e6), '\ud800'.repeat(51)];
  for (const text of [...shared.json<string[]>('vectors/text/blns.json'), ...random, ...odd]) {
    assert.notEqual(statusOf(text), 'valid');
  }
});

test('a well-formed token with a wrong MAC or an unknown key is forged, not malformed', () => {
  const sameIdOtherSecret = createTokenKeyring('live', 7, new Map([[7, newSecret]]));
  const otherId = createTokenKeyring('live', 8, new Map([[8, oldSecret]]));
  assert.equal(decodeToken(sameIdOtherSecret, token).status, 'forged');
  assert.equal(decodeToken(otherId, token).status, 'forged');
});

test('after a rotation, new tokens use the new key, and old ones stay valid until their key leaves the ring', () => {
  const bothKeys = new Map([
    [7, oldSecret],
    [8, newSecret],
  ]);
  const rotated = createTokenKeyring('live', 8, bothKeys);
  const withoutOldKey = createTokenKeyring('live', 8, new Map([[8, newSecret]]));
  const newToken = encodeToken(rotated, recordId);
  assert.notEqual(newToken, token);
  assert.equal(decodeToken(rotated, token).status, 'valid');
  assert.equal(decodeToken(rotated, newToken).status, 'valid');
  assert.equal(decodeToken(withoutOldKey, newToken).status, 'valid');
  assert.equal(decodeToken(withoutOldKey, token).status, 'forged');
});

test('a token of the other environment is refused, even under the same key', () => {
  const sandbox = createTokenKeyring('sandbox', 7, new Map([[7, oldSecret]]));
  assert.equal(decodeToken(sandbox, token).status, 'forged');
  assert.equal(statusOf(encodeToken(sandbox, recordId)), 'forged');
  assert.equal(decodeToken(sandbox, encodeToken(sandbox, recordId)).status, 'valid');
});

test('a token never looks like an API key, and an API key is never read as a token', () => {
  for (const environment of ['live', 'sandbox'] satisfies TokenEnvironment[]) {
    for (let keyId = 0; keyId < 256; keyId++) {
      const ring = createTokenKeyring(environment, keyId, new Map([[keyId, oldSecret]]));
      const text = encodeToken(ring, randomUUID());
      assert.ok(text.startsWith('svc_A'), text);
    }
  }
  for (const prefix of ['svc_key_', 'svc_test_key_']) {
    for (let round = 0; round < 500; round++) {
      const key = (prefix + randomBytes(64).toString('base64url')).slice(0, token.length);
      assert.equal(statusOf(key), 'malformed', key);
    }
  }
});

test('a ring with a weak key, an impossible key id or no active key is refused at once', () => {
  assert.throws(() => createTokenKeyring('live', 1, new Map([[1, Buffer.alloc(31)]])), RangeError);
  assert.throws(() => createTokenKeyring('live', 2, new Map([[1, oldSecret]])), RangeError);
  for (const id of [-1, 256, 1.5, Number.NaN]) {
    assert.throws(() => createTokenKeyring('live', id, new Map([[id, oldSecret]])), RangeError);
  }
});

test('only a lowercase UUID becomes a token', () => {
  for (const id of ['', recordId.toUpperCase(), recordId.replaceAll('-', ''), `${recordId}0`, `{${recordId}}`]) {
    assert.throws(() => encodeToken(keyring, id), TypeError);
  }
});
