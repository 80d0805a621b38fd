// Endpoints of connected stores that would lead into the network of the service, and keys that
// would leave the prefix.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeOwner } from '../../../test-support/account.ts';
import { startRunningService } from '../../../test-support/running-service.ts';
import { findKeyFault } from './object-keys.ts';

test('an endpoint without a public address is refused, in any notation', async () => {
  const service = await startRunningService();
  const { token } = await makeOwner(service, 'growth');
  const fields = { name: 'Store', bucket: 'videos', access_key_id: 'id', secret_access_key: 'secret' };
  for (const endpoint of [
    'https://127.0.0.1',
    'https://localhost',
    'https://10.0.0.1:9000',
    'https://169.254.169.254/latest',
    'https://0x7f000001',
    'https://2130706433',
    'https://[::1]',
    'https://[::ffff:10.0.0.1]',
    'http://8.8.8.8',
    'file:///etc/passwd',
    'no address',
  ]) {
    const body = { ...fields, endpoint };
    const answer = await service.live.call('POST', '/v1/account/storage-connections', { token, body });
    assert.deepEqual([answer.status, answer.body.error], [400, 'validation_error'], endpoint);
    assert.equal(answer.body.details[0].path, 'endpoint', endpoint);
  }
  await service.stop();
});

test('an endpoint that cannot have the bucket in its name is refused with addressing host', async () => {
  const service = await startRunningService();
  const { token } = await makeOwner(service, 'growth');
  const fields = { name: 'Store', access_key_id: 'id', secret_access_key: 'secret', addressing: 'host' };
  for (const [endpoint, bucket] of [
    ['https://8.8.8.8', 'videos'],
    ['https://[2001:4860:4860::8888]', 'videos'],
    ['https://8.8.8.8', 'xn--a'],
  ] as const) {
    const body = { ...fields, endpoint, bucket };
    const answer = await service.live.call('POST', '/v1/account/storage-connections', { token, body });
    assert.deepEqual([answer.status, answer.body.error], [400, 'validation_error'], endpoint);
    assert.equal(answer.body.details[0].path, 'addressing', endpoint);
  }
  await service.stop();
});

test('a key stays below the prefix', () => {
  for (const key of [
    '',
    '/a',
    'a/',
    'a//b',
    '.',
    '..',
    '../a',
    'a/../b',
    'a/./b',
    'a\\b',
    'a\0',
    'a\nb',
    'a'.repeat(701),
  ]) {
    assert.notEqual(findKeyFault(key), undefined, JSON.stringify(key));
  }
  for (const key of ['a', 'a/b.mp4', '..a', 'a%2e%2e/b', 'ä &+"/ü', 'a'.repeat(700)]) {
    assert.equal(findKeyFault(key), undefined, key);
  }
});
