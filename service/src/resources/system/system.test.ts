// What the service says about itself: health, version, metrics.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';

onEachDatabase((database) => {
  let service: RunningService;
  const token = 'a token for metrics';
  before(async () => {
    service = await startRunningService({ database, settings: { METRICS_TOKEN: token, TRUST_PROXY: 'true' } });
  });
  after(() => service.stop());

  test('health: everything it stands on answers', async () => {
    const { status, body } = await service.live.call('GET', '/health');
    assert.equal(status, 200);
    assert.equal(body.status, 'ok');
    for (const check of ['database', 'cache']) assert.equal(body.checks[check], 'ok');
  });

  test('version: the release and the environment', async () => {
    assert.deepEqual((await service.live.call('GET', '/version')).body, {
      version: '2.6.1',
      environment: 'live',
      api: 'v1',
    });
    assert.equal((await service.sandbox.call('GET', '/version')).body.environment, 'sandbox');
  });

  test('metrics: with a token set they are for its holders alone; to others they are not there', async () => {
    const { status, body } = await service.live.call('GET', '/metrics', { token });
    assert.equal(status, 200);
    assert.match(body, /service_request_seconds_count\{route="GET \/version",status="200",environment="live"\} \d+/);
    assert.match(body, /process_resident_memory_bytes/);
    for (const options of [{}, { token: 'another token' }, { headers: { authorization: `Basic ${token}` } }]) {
      assert.equal((await service.live.call('GET', '/metrics', options)).status, 404);
    }
  });

  test('metrics: a route is named by its declaration, never by the address called', async () => {
    await service.live.call('GET', '/nowhere/secret-9f2c');
    const { body } = await service.live.call('GET', '/metrics', { token });
    assert.match(body, /route="unknown",status="404"/);
    assert.doesNotMatch(body, /secret-9f2c/);
  });
});

test('metrics: without a token they are for loopback alone', async () => {
  const service = await startRunningService({ settings: { TRUST_PROXY: 'true' } });
  assert.equal((await service.live.call('GET', '/metrics')).status, 200);
  for (const address of ['192.0.2.1', '10.0.0.1', '::ffff:192.0.2.1']) {
    assert.equal((await service.live.call('GET', '/metrics', { headers: { 'x-forwarded-for': address } })).status, 404);
  }
  await service.stop();
});
