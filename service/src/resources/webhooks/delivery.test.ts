// Deliveries to real HTTPS receivers: what is sent for each event, what the log says, when an
// endpoint is disabled, and what it costs a request. On both databases.
import assert from 'node:assert/strict';
import { createHmac, hash, randomBytes } from 'node:crypto';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { Value } from 'typebox/value';
import { setPlan } from '../../../test-support/account.ts';
import {
  answering,
  type Certificates,
  makeCertificates,
  type ReceivedRequest,
  type Receiver,
  startReceiver,
  trustInThisProcess,
  withOpenssl,
} from '../../../test-support/https-receiver.ts';
import { onEachDatabaseAtOnce } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { makeForm } from '../../../test-support/shared-photos.ts';
import {
  makeSigningAccount,
  makeSubmission,
  registerGenerator,
  type SigningAccount,
} from '../../../test-support/signing-client.ts';
import { setUsed } from '../../../test-support/stored-counts.ts';
import { longTest } from '../../../test-support/test-run.ts';
import { type WebhookEvent, webhookCatalogue, webhookEvents } from './webhook-catalogue.ts';
import { sentEvents } from './webhook-payloads.ts';

interface Endpoint {
  readonly webhook_id: string;
  readonly secret: string;
}

const makePicture = () =>
  sharp(randomBytes(64 * 64 * 3), { raw: { width: 64, height: 64, channels: 3 } })
    .png()
    .toBuffer();

withOpenssl(() => {
  let certificates: Certificates;
  before(() => {
    certificates = makeCertificates();
    trustInThisProcess(certificates);
  });
  after(() => certificates.remove());

  onEachDatabaseAtOnce((database) => {
    let service: RunningService;
    let receiver: Receiver;
    let org: SigningAccount;
    before(async () => {
      service = await startRunningService({ database, settings: { WEBHOOK_ALLOW_PRIVATE: 'true' } });
    });
    beforeEach(async () => {
      receiver = await startReceiver(certificates);
      org = await makeSigningAccount(service, 'growth');
    });
    afterEach(() => receiver.stop());
    after(() => service.stop());

    const call = (method: string, path: string, body?: unknown) =>
      service.live.call(method, path, { token: org.key, ...(body !== undefined && { body }) });
    const subscribe = async (events: readonly string[] = ['record.created'], url = receiver.url): Promise<Endpoint> => {
      const { status, body } = await call('POST', '/v1/webhooks', { url, events });
      assert.equal(status, 201);
      return body;
    };
    const submit = async (fields = {}) => {
      const { status, body } = await call('POST', '/v1/records', makeSubmission(org.signer, org.generatorId, fields));
      assert.equal(status, 201);
      return body as { record_id: string; token: string };
    };
    const verify = async (fields: Record<string, string | Uint8Array>) => {
      const response = await fetch(`${service.live.url}/v1/verify`, { method: 'POST', body: makeForm(fields) });
      assert.equal(response.status, 200);
      return (await response.json()) as { authentic: boolean; tampered: boolean };
    };
    const logOf = async ({ webhook_id }: Endpoint) =>
      (await call('GET', `/v1/webhooks/${webhook_id}/deliveries`)).body.deliveries;
    const stateOf = async ({ webhook_id }: Endpoint) => {
      const { endpoints } = (await call('GET', '/v1/webhooks')).body;
      const { status, failure_count } = endpoints.find((each: Endpoint) => each.webhook_id === webhook_id);
      return [status, failure_count];
    };
    const retry = ({ webhook_id }: Endpoint, deliveryId: string) =>
      call('POST', `/v1/webhooks/${webhook_id}/deliveries/${deliveryId}/retry`);
    const auditTypes = async () =>
      (await call('GET', '/v1/audit?limit=100')).body.events.map(({ type }: { type: string }) => type) as string[];

    test('each event arrives within its request, as specified and signed', async () => {
      const endpoint = await subscribe(webhookEvents);
      const serverManaged = await registerGenerator(service.live, org.key);
      const [original, changed] = [await makePicture(), await makePicture()];
      const contentHash = `sha3-256:${hash('sha3-256', original)}`;
      await setUsed(service.database, org.orgId, 19_999);
      const { record_id, token } = await submit({ content_hash: contentHash, model: 'model-ö' });
      const record = (await service.live.call('GET', `/v1/records/${record_id}`)).body;
      const usage = (await call('GET', '/v1/billing/usage')).body;
      assert.equal(receiver.requests.length, 2);
      assert.equal((await verify({ content: original, token })).authentic, true);
      assert.equal((await verify({ content: changed, token })).tampered, true);
      const rotated = (await call('POST', `/v1/generators/${serverManaged}/rotate-key`)).body;
      await call('PUT', `/v1/generators/${serverManaged}/revoke`);

      const verified = { record_id, confidence: 'medium', token_source: 'provided' };
      const expected = [
        {
          event: 'record.created',
          data: {
            record_id,
            generator_id: org.generatorId,
            model: 'model-ö',
            format: 'image',
            content_hash: contentHash,
            signed_at: record.signed_at,
          },
        },
        {
          event: 'quota.warning',
          data: { plan: 'growth', limit: 25_000, current: 20_000, period_end: usage.period_end },
        },
        { event: 'verify.attempted', data: { ...verified, authentic: true, tampered: false, likeness: 'near' } },
        { event: 'verify.attempted', data: { ...verified, authentic: false, tampered: true, likeness: 'unknown' } },
        {
          event: 'verify.tamper_detected',
          data: { ...verified, authentic: false, tampered: true, likeness: 'unknown', reason: 'content_tampered' },
        },
        { event: 'generator.key_rotated', data: rotated },
        { event: 'generator.revoked', data: { generator_id: serverManaged } },
      ];
      // Deliveries of one request arrive in any order.
      const order = (left: { event: string; data: object }, right: { event: string; data: object }) =>
        JSON.stringify([left.event, left.data]).localeCompare(JSON.stringify([right.event, right.data]));
      const envelopes = receiver.requests.map(({ body }) => JSON.parse(body));
      assert.deepEqual(
        envelopes.map(({ event, data }) => ({ event, data: sorted(data) })).sort(order),
        expected.map(({ event, data }) => ({ event, data: sorted(data) })).sort(order),
      );
      for (const [index, envelope] of envelopes.entries()) {
        assert.deepEqual(Object.keys(envelope), ['id', 'event', 'timestamp', 'org_id', 'data']);
        const { fields, example } = webhookCatalogue[envelope.event as WebhookEvent];
        assert.deepEqual(Object.keys(envelope.data).sort(), Object.keys(fields).sort(), envelope.event);
        assert.deepEqual(Object.keys(example), Object.keys(fields), envelope.event);
        const { schema } = sentEvents.find(({ event }) => event === envelope.event)!;
        assert.deepEqual([...Value.Errors(schema, envelope)], [], envelope.event);
        assert.deepEqual([...Value.Errors(schema, { ...envelope, test: true, data: example })], [], envelope.event);
        assert.equal(envelope.org_id, org.orgId);
        assert.ok(Math.abs(Date.parse(envelope.timestamp) - Date.now()) < 60_000);
        checkSignatures(receiver.requests[index]!, endpoint.secret, envelope.id);
      }
      const log = await logOf(endpoint);
      assert.deepEqual(
        log.map(({ delivery_id }: { delivery_id: string }) => delivery_id).sort(),
        envelopes.map(({ id }) => id).sort(),
      );
      assert.equal(log[0].event, 'generator.revoked');
      for (const { status, status_code, response_body, attempts, failure } of log) {
        assert.deepEqual(
          [status, status_code, response_body, attempts, failure],
          ['delivered', 200, 'thank you', 1, null],
        );
      }
      const stored = await service.database.read
        .selectFrom('webhook_deliveries')
        .select(['payload', 'latency_ms'])
        .where('org_id', '=', org.orgId)
        .execute();
      assert.deepEqual(stored.map(({ payload }) => payload).sort(), receiver.requests.map(({ body }) => body).sort());
      assert.ok(stored.every(({ latency_ms }) => latency_ms !== null && latency_ms >= 0));
    });

    test('only subscribed events are sent, and a batch is one delivery for each record', async () => {
      const silent = await subscribe(['generator.revoked']);
      const endpoint = await subscribe(['record.created']);
      const records = Array.from({ length: 3 }, () => makeSubmission(org.signer, org.generatorId));
      const { body } = await call('POST', '/v1/records/batch', { records });
      const told = receiver.requests.map(({ body: text }) => JSON.parse(text).data.record_id);
      assert.deepEqual(told.sort(), body.results.map(({ record_id }: { record_id: string }) => record_id).sort());
      // A record that was stored before is not an event.
      await call('POST', '/v1/records', records[0]);
      assert.equal((await logOf(endpoint)).length, 3);
      assert.deepEqual(await logOf(silent), []);
    });

    test('five failures in a row disable an endpoint, and one success in between resets the count', async () => {
      const endpoint = await subscribe();
      receiver.behave(answering(503, 'later'));
      for (let count = 1; count <= 4; count += 1) {
        await submit();
        assert.deepEqual(await stateOf(endpoint), ['active', count]);
      }
      receiver.behave(answering(204));
      await submit();
      assert.deepEqual(await stateOf(endpoint), ['active', 0]);
      receiver.behave(answering(302));
      for (let count = 1; count <= 5; count += 1) await submit();
      assert.deepEqual(await stateOf(endpoint), ['disabled', 5]);
      const log = await logOf(endpoint);
      assert.deepEqual([log[0].status, log[0].status_code, log[0].attempts], ['failed', 302, 1]);
      assert.deepEqual([log.at(-1).status, log.at(-1).status_code, log.at(-1).response_body], ['failed', 503, 'later']);
      const received = receiver.requests.length;
      await submit();
      assert.equal(receiver.requests.length, received);
      assert.equal((await logOf(endpoint)).length, log.length);
      assert.equal((await auditTypes()).filter((type) => type === 'webhook_disabled').length, 1);

      await call('PATCH', `/v1/webhooks/${endpoint.webhook_id}`, { status: 'active' });
      assert.deepEqual(await stateOf(endpoint), ['active', 0]);
      await submit();
      assert.equal(receiver.requests.length, received + 1);
    });

    test('a batch of failures disables an endpoint once and fails no request', async () => {
      const endpoint = await subscribe();
      receiver.behave((_, response) => void response.socket!.destroy());
      const records = Array.from({ length: 20 }, () => makeSubmission(org.signer, org.generatorId));
      assert.equal((await call('POST', '/v1/records/batch', { records })).status, 201);
      assert.deepEqual(await stateOf(endpoint), ['disabled', 5]);
      const log = await logOf(endpoint);
      assert.equal(log.length, 20);
      assert.deepEqual([log[0].status_code, log[0].response_body], [null, null]);
      assert.equal(log[0].failure, 'The connection failed (ECONNRESET).');
      assert.equal((await auditTypes()).filter((type) => type === 'webhook_disabled').length, 1);
    });

    test('dead endpoints are dropped early: a large batch does not wait for every one of its deliveries', async () => {
      const endpoints = await Promise.all(Array.from({ length: 4 }, () => subscribe()));
      receiver.behave((_, response) => void response.socket!.destroy());
      const records = Array.from({ length: 50 }, () => makeSubmission(org.signer, org.generatorId));
      assert.equal((await call('POST', '/v1/records/batch', { records })).status, 201);
      for (const endpoint of endpoints) {
        assert.deepEqual(await stateOf(endpoint), ['disabled', 5]);
        const log = await logOf(endpoint);
        assert.equal(log.length, 50);
        const unsent = log.filter(
          ({ failure }: { failure: string }) => failure === 'The endpoint was disabled before this delivery.',
        );
        assert.ok(unsent.length > 0);
      }
      assert.ok(receiver.requests.length < 200, `${receiver.requests.length} of 200 were sent`);
    });

    test('a retry sends the same body again, to the current address of the endpoint', async () => {
      const endpoint = await subscribe();
      receiver.behave(answering(500));
      await submit();
      const [{ delivery_id }] = await logOf(endpoint);
      const failed = await retry(endpoint, delivery_id);
      assert.deepEqual([failed.status, failed.body], [200, { success: false }]);
      assert.deepEqual(await stateOf(endpoint), ['active', 2]);
      assert.equal((await logOf(endpoint))[0].attempts, 2);

      await call('PATCH', `/v1/webhooks/${endpoint.webhook_id}`, { status: 'disabled' });
      const disabled = await retry(endpoint, delivery_id);
      assert.deepEqual([disabled.status, disabled.body.error], [409, 'endpoint_disabled']);

      const moved = await startReceiver(certificates);
      await call('PATCH', `/v1/webhooks/${endpoint.webhook_id}`, { status: 'active', url: moved.url });
      const succeeded = await retry(endpoint, delivery_id);
      assert.deepEqual([succeeded.status, succeeded.body], [200, { success: true }]);
      assert.equal(moved.requests[0]!.body, receiver.requests[0]!.body);
      checkSignatures(moved.requests[0]!, endpoint.secret, delivery_id);
      const [row] = await logOf(endpoint);
      assert.deepEqual([row.status, row.status_code, row.attempts], ['delivered', 200, 3]);
      const whole = await call('GET', `/v1/webhooks/${endpoint.webhook_id}/deliveries/${delivery_id}`);
      const { request_headers, ...rest } = whole.body;
      assert.deepEqual(rest, { ...row, payload: moved.requests[0]!.body });
      assert.equal(request_headers['x-service-signature'], moved.requests[0]!.headers['x-service-signature']);
      const unknown = await call('GET', `/v1/webhooks/${endpoint.webhook_id}/deliveries/${endpoint.webhook_id}`);
      assert.deepEqual([unknown.status, unknown.body.error], [404, 'not_found']);

      const again = await retry(endpoint, delivery_id);
      assert.deepEqual([again.status, again.body.error], [409, 'delivery_already_succeeded']);
      assert.equal((await auditTypes()).filter((type) => type === 'webhook_delivery_retried').length, 2);
      await moved.stop();
    });

    test('a plan below Growth keeps its endpoints and delivers nothing', async () => {
      const endpoint = await subscribe(webhookEvents);
      await submit();
      await setPlan(service, org.orgId, 'free');
      await setUsed(service.database, org.orgId, 500);
      const refused = await call('POST', '/v1/records', makeSubmission(org.signer, org.generatorId));
      assert.equal(refused.status, 402);
      assert.ok((await auditTypes()).includes('quota_limit'));
      assert.equal(receiver.requests.length, 1);
      assert.equal((await logOf(endpoint)).length, 1);
      await call('DELETE', `/v1/webhooks/${endpoint.webhook_id}`);
      const left = await service.database.read
        .selectFrom('webhook_deliveries')
        .select('delivery_id')
        .where('org_id', '=', org.orgId)
        .execute();
      assert.deepEqual(left, []);
    });

    test('ten endpoints are called at once, and a request waits for all of them', async () => {
      const endpoints = await Promise.all(Array.from({ length: 10 }, () => subscribe()));
      // The receiver responds only after all requests have arrived. One after the other, the first
      // would never get its response.
      const { promise: allAsked, resolve } = Promise.withResolvers<void>();
      let asked = 0;
      receiver.behave((_, response) => {
        asked += 1;
        if (asked === endpoints.length) resolve();
        void allAsked.then(() => response.writeHead(200).end());
      });
      await submit();
      for (const endpoint of endpoints) assert.equal((await logOf(endpoint))[0].status, 'delivered');
    });

    longTest('a slow endpoint delays only its own organization’s requests', async () => {
      const endpoint = await subscribe();
      receiver.behave(() => undefined);
      const other = await makeSigningAccount(service, 'growth');
      let slowIsDone = false;
      const slow = submit().then(() => {
        slowIsDone = true;
      });
      while (receiver.requests.length === 0) await pause(10);
      const { status } = await service.live.call('POST', '/v1/records', {
        token: other.key,
        body: makeSubmission(other.signer, other.generatorId),
      });
      assert.equal(status, 201);
      assert.equal(slowIsDone, false, 'the other organization waited');
      await slow;
      const [row] = await logOf(endpoint);
      assert.deepEqual([row.status, row.status_code, row.failure], ['failed', null, 'The request timed out.']);
    });

    longTest('five hundred deliveries at once, and the log is complete', async () => {
      const endpoints = await Promise.all(Array.from({ length: 10 }, () => subscribe()));
      const records = Array.from({ length: 50 }, () => makeSubmission(org.signer, org.generatorId));
      assert.equal((await call('POST', '/v1/records/batch', { records })).status, 201);
      const rows = await service.database.read
        .selectFrom('webhook_deliveries')
        .select(['delivery_id', 'status'])
        .where('org_id', '=', org.orgId)
        .execute();
      const received = receiver.requests.map(({ body }) => JSON.parse(body).id);
      assert.deepEqual(rows.map(({ delivery_id }) => delivery_id).sort(), received.sort());
      assert.equal(received.length, 500);
      assert.ok(rows.every(({ status }) => status === 'delivered'));
      assert.equal((await logOf(endpoints[0]!)).length, 50);
    });
  });
});

function checkSignatures({ headers, body }: ReceivedRequest, secret: string, id: string): void {
  const own = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-service-signature']))!;
  assert.ok(Math.abs(Number(own[1]) - Date.now() / 1_000) < 60);
  assert.equal(own[2], createHmac('sha256', secret).update(`${own[1]}.${body}`).digest('hex'));
  assert.deepEqual([headers['webhook-id'], headers['webhook-timestamp']], [id, own[1]]);
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const standard = createHmac('sha256', key).update(`${id}.${own[1]}.${body}`).digest('base64');
  assert.equal(headers['webhook-signature'], `v1,${standard}`);
  assert.equal(headers['content-type'], 'application/json');
}

function sorted(data: object): object {
  return Object.fromEntries(Object.entries(data).sort(([left], [right]) => left.localeCompare(right)));
}
