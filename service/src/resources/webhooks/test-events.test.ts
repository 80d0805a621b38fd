// Test events, sent to a real HTTPS receiver: signed like any delivery, marked as a test, logged,
// and without effect on anything else. On both databases.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { setPlan } from '../../../test-support/account.ts';
import {
  answering,
  type Certificates,
  makeCertificates,
  type Receiver,
  startReceiver,
  trustInThisProcess,
  withOpenssl,
} from '../../../test-support/https-receiver.ts';
import { onEachDatabaseAtOnce } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { makeSigningAccount, makeSubmission, type SigningAccount } from '../../../test-support/signing-client.ts';
import { webhookCatalogue, webhookEvents } from './webhook-catalogue.ts';
import { signatureHeaders } from './webhook-signature.ts';

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
    let path: string;
    let secret: string;
    before(async () => {
      service = await startRunningService({ database, settings: { WEBHOOK_ALLOW_PRIVATE: 'true' } });
    });
    beforeEach(async () => {
      receiver = await startReceiver(certificates);
      org = await makeSigningAccount(service, 'growth');
      const { body } = await call('POST', '/v1/webhooks', { url: receiver.url, events: ['generator.revoked'] });
      path = `/v1/webhooks/${body.webhook_id}`;
      secret = body.secret;
    });
    afterEach(() => receiver.stop());
    after(() => service.stop());

    const call = (method: string, at: string, body?: unknown, token = org.key) =>
      service.live.call(method, at, { token, ...(body !== undefined && { body }) });
    const send = (event: unknown = 'record.created', token = org.key) => call('POST', `${path}/test`, { event }, token);

    test('every event can be sent: signed, marked as a test, and logged with its headers', async () => {
      for (const event of webhookEvents) {
        const { status, body } = await send(event);
        assert.deepEqual([status, body.success], [200, true]);
        const request = receiver.requests.at(-1)!;
        const payload = JSON.parse(request.body);
        assert.deepEqual(Object.keys(payload), ['id', 'event', 'timestamp', 'org_id', 'test', 'data']);
        assert.deepEqual([payload.id, payload.event, payload.test], [body.delivery_id, event, true]);
        assert.deepEqual(payload.data, webhookCatalogue[event].example);
        const time = Number(request.headers['webhook-timestamp']) * 1_000;
        const signed = signatureHeaders(secret, payload.id, request.body, time);
        const { body: delivery } = await call('GET', `${path}/deliveries/${payload.id}`);
        assert.deepEqual([delivery.payload, delivery.status, delivery.test], [request.body, 'delivered', true]);
        for (const [name, value] of Object.entries(delivery.request_headers)) {
          assert.equal(request.headers[name], value, name);
        }
        for (const [name, value] of Object.entries(signed)) assert.equal(delivery.request_headers[name], value, name);
      }
      const { deliveries } = (await call('GET', `${path}/deliveries`)).body;
      assert.deepEqual(
        deliveries.map(({ event }: { event: string }) => event),
        webhookEvents.toReversed(),
      );
    });

    test('a test is audited as a test, and counts nowhere', async () => {
      const eventTypes = async () =>
        (await call('GET', '/v1/audit?limit=100')).body.events.map(({ type }: { type: string }) => type);
      const [before, overview] = [await eventTypes(), (await call('GET', '/v1/analytics/overview')).body];
      for (const event of webhookEvents) await send(event);
      assert.deepEqual(await eventTypes(), [...webhookEvents.map(() => 'webhook_tested'), ...before]);
      assert.deepEqual((await call('GET', '/v1/analytics/overview')).body, overview);
      assert.equal((await call('GET', '/v1/billing/usage')).body.signatures_used, 0);
    });

    test('failed tests do not disable the endpoint, and a success does not forgive real failures', async () => {
      await call('PATCH', path, { events: ['record.created'] });
      receiver.behave(answering(500, 'not today'));
      await call('POST', '/v1/records', makeSubmission(org.signer, org.generatorId));
      for (let round = 0; round < 6; round += 1) assert.equal((await send()).body.success, false);
      const stateNow = async () => (await call('GET', '/v1/webhooks')).body.endpoints[0];
      assert.deepEqual([(await stateNow()).status, (await stateNow()).failure_count], ['active', 1]);

      receiver.behave(answering(200));
      const { delivery_id } = (await call('GET', `${path}/deliveries`)).body.deliveries[0];
      const retried = await call('POST', `${path}/deliveries/${delivery_id}/retry`);
      assert.deepEqual(retried.body, { success: true });
      assert.equal(JSON.parse(receiver.requests.at(-1)!.body).test, true);
      assert.equal((await stateNow()).failure_count, 1);
    });

    test('refusals: unknown event, disabled endpoint, foreign endpoint, plan', async () => {
      const { status, body } = await send('record.deleted');
      assert.deepEqual([status, body.details[0].path], [400, 'event']);
      const other = await makeSigningAccount(service, 'growth');
      assert.equal((await send('record.created', other.key)).status, 404);
      await call('PATCH', path, { status: 'disabled' });
      assert.deepEqual([(await send()).status, (await send()).body.error], [409, 'endpoint_disabled']);
      await setPlan(service, org.orgId, 'starter');
      assert.deepEqual([(await send()).status, (await send()).body.error], [402, 'plan_required']);
      assert.equal(receiver.requests.length, 0);
    });

    test('a delivery without stored headers says null', async () => {
      const { body } = await send();
      await service.database.transaction((transaction) =>
        transaction
          .updateTable('webhook_deliveries')
          .set({ request_headers: null })
          .where('delivery_id', '=', body.delivery_id)
          .execute(),
      );
      const { body: delivery } = await call('GET', `${path}/deliveries/${body.delivery_id}`);
      assert.equal(delivery.request_headers, null);
    });
  });

  test('the catalog is public', async () => {
    const service = await startRunningService();
    try {
      const { status, body } = await service.live.call('GET', '/v1/webhooks/events');
      assert.equal(status, 200);
      assert.deepEqual(
        body.events.map(({ event }: { event: string }) => event),
        webhookEvents,
      );
      assert.deepEqual(body.events[0].example, webhookCatalogue['record.created'].example);
    } finally {
      await service.stop();
    }
  });
});
