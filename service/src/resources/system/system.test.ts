// What the service says about itself: health, version, metrics.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { untilItAnswers } from '../../../test-support/private-program.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { makeForm } from '../../../test-support/shared-photos.ts';
import { makeSigningAccount, registerGenerator } from '../../../test-support/signing-client.ts';

onEachDatabase((database) => {
  let service: RunningService;
  const token = 'a token for metrics';
  before(async () => {
    service = await startRunningService({
      database,
      settings: {
        METRICS_TOKEN: token,
        TRUST_PROXY: 'true',
        WEBHOOK_ALLOW_PRIVATE: 'true',
        VERIFY_LIMIT_PER_MINUTE: '0',
      },
    });
  });
  after(() => service.stop());

  test('health: everything that the service depends on responds', async () => {
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

  test('metrics: for this machine or with the token, and 404 for others', async () => {
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

  /** Figures by name and labels, without that of the environment. */
  async function figures(): Promise<Map<string, number>> {
    const { body } = await service.live.call('GET', '/metrics', { token });
    const lines = [...(body as string).matchAll(/^(service_\w+)(?:\{(.*)\})? (\S+)$/gm)];
    return new Map(
      lines.map(([, name, labels = '', value]) => [
        `${name}{${labels.replace(/,?environment="live"/, '')}}`,
        Number(value),
      ]),
    );
  }

  test('metrics: verdicts, webhooks, emails, the lanes and the uploads', async () => {
    const { key } = await makeSigningAccount(service, 'growth');
    const generatorId = await registerGenerator(service.live, key);
    const body = { url: 'https://127.0.0.1:1/', events: ['record.created'] };
    assert.equal((await service.live.call('POST', '/v1/webhooks', { token: key, body })).status, 201);
    const send = (path: string, fields: Record<string, string | Uint8Array>) =>
      fetch(service.live.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body: makeForm(fields),
      });
    const content = await sharp({ create: { width: 300, height: 300, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const before = await figures();
    const signed = await send('/v1/sign', { content, model: 'm', generator_id: generatorId });
    assert.equal(signed.status, 200);
    for (const file of [new Uint8Array(await signed.arrayBuffer()), Buffer.from([1, 2, 3])])
      assert.equal((await send('/v1/verify', { content: file })).status, 200);
    const after = await figures();
    const grown = (name: string) => after.get(name)! - (before.get(name) ?? 0);
    assert.equal(grown('service_verifications_total{verdict="authentic",reason="none",source="xmp"}'), 1);
    assert.equal(grown('service_verifications_total{verdict="neither",reason="no_provenance_found",source="none"}'), 1);
    assert.equal(grown('service_webhook_deliveries_total{outcome="failed"}'), 1);
    assert.equal(grown('service_signatures_total{kind="image",key="server"}'), 1);
    for (const [name, value] of [
      ['service_lane_busy{lane="light"}', 0],
      ['service_lane_busy{lane="heavy"}', 0],
      ['service_lane_waiting{lane="light"}', 0],
      ['service_lane_waiting{lane="heavy"}', 0],
      ['service_lane_oldest_seconds{lane="light"}', 0],
      ['service_lane_oldest_seconds{lane="heavy"}', 0],
      ['service_compute_waiting{}', 0],
      ['service_uploads_held_bytes{}', 0],
      ['service_uploads_waiting{}', 0],
      ['service_webhook_deliveries_busy{}', 0],
      ['service_webhook_deliveries_waiting{}', 0],
      ['service_webhook_deliveries_oldest_seconds{}', 0],
      ['service_archive_files{}', 0],
      ['service_archive_records{}', 0],
      ['service_database_primary{}', database === 'postgres' ? 1 : undefined],
      ['service_database_waiting{}', database === 'postgres' ? 0 : undefined],
    ] as const)
      assert.equal(after.get(name), value, name);
    for (const name of ['service_mails_queued{}', 'service_mails_oldest_seconds{}'])
      assert.ok(after.get(name)! >= 0, name);
  });

  test('expired rows are removed when the service starts', async () => {
    const expired = () =>
      service.database.read.selectFrom('revoked_sessions').where('session_id', '=', 'over').selectAll();
    await service.database.transaction((transaction) =>
      transaction.insertInto('revoked_sessions').values({ session_id: 'over', expires_at: 1 }).execute(),
    );
    assert.equal((await expired().execute()).length, 1);
    await service.restart();
    await untilItAnswers(async () => assert.equal((await expired().execute()).length, 0));
  });

  test('metrics: a route has the name of its declaration, never the requested address', async () => {
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

test('metrics: without a token they are only for this machine, and not through a proxy on it', async () => {
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
