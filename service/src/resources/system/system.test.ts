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
    assert.deepEqual(body.checks, {
      database: 'ok',
      cache: 'ok',
      workers: 'ok',
      decoder: 'ok',
      neural: 'ok',
      neural_audio: 'ok',
    });
  });

  test('version: the release and the environment', async () => {
    assert.deepEqual((await service.live.call('GET', '/version')).body, {
      version: '2.6.1',
      environment: 'live',
      api: 'v1',
    });
    assert.equal((await service.sandbox.call('GET', '/version')).body.environment, 'sandbox');
  });

  test('metrics: from this machine, or with the token; for others they are not there', async () => {
    const elsewhere = { 'x-forwarded-for': '192.0.2.1' };
    for (const options of [{}, { token, headers: elsewhere }]) {
      const { status, body } = await service.live.call('GET', '/metrics', options);
      assert.equal(status, 200);
      assert.match(body, /service_request_seconds_count\{[^}]*route="GET \/version"[^}]*\} \d+/);
      assert.match(body, /process_resident_memory_bytes/);
    }
    for (const options of [{}, { token: 'another token' }, { headers: { authorization: `Basic ${token}` } }]) {
      const { status } = await service.live.call('GET', '/metrics', {
        ...options,
        headers: { ...options.headers, ...elsewhere },
      });
      assert.equal(status, 404);
    }
  });

  test('metrics: a route is named by its declaration, never by the address called', async () => {
    await service.live.call('GET', '/nowhere/secret-9f2c');
    await service.live.call('PUT', '/nowhere/secret-9f2c');
    const { body } = await service.live.call('GET', '/metrics', { token });
    const named = [...body.matchAll(/service_request_seconds_count\{[^}]*route="([^"]*)"/g)].map(([, route]) => route);
    const known = [...service.live.routes.map(({ name }) => name), 'unknown'];
    assert.ok(named.includes('unknown'), named.join(', '));
    assert.deepEqual(
      named.filter((route) => !known.includes(route)),
      [],
    );
  });
});

test('metrics: without a token they are for this machine alone, and not for what a proxy on it forwards', async () => {
  const service = await startRunningService();
  assert.equal((await service.live.call('GET', '/metrics')).status, 200);
  for (const headers of [
    { 'x-forwarded-for': '192.0.2.1' },
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
  ]) {
    assert.equal((await service.live.call('GET', '/metrics', { headers })).status, 404);
  }
  await service.stop();
});
