// Endpoints with queued delivery over HTTP: how they are chosen and changed, what a request costs,
// tests and retries. On both databases.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
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
import { until } from '../../../test-support/replicated-service.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { makeSigningAccount, makeSubmission, type SigningAccount } from '../../../test-support/signing-client.ts';
import { webhookMails } from './webhooks.mails.ts';

interface Endpoint {
  readonly webhook_id: string;
  readonly delivery: string;
}

interface ListedDelivery {
  readonly delivery_id: string;
  readonly status: string;
  readonly attempts: number;
  readonly next_attempt_at: string | null;
}

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
    const subscribe = async (fields = {}): Promise<Endpoint> => {
      const wanted = { url: receiver.url, events: ['record.created'], delivery: 'queued', ...fields };
      const { status, body } = await call('POST', '/v1/webhooks', wanted);
      assert.equal(status, 201);
      return body;
    };
    const change = async ({ webhook_id }: Endpoint, changes: object) => {
      const { status, body } = await call('PATCH', `/v1/webhooks/${webhook_id}`, changes);
      assert.equal(status, 200);
      return body;
    };
    const submit = async () => {
      const { status, body } = await call('POST', '/v1/records', makeSubmission(org.signer, org.generatorId));
      assert.equal(status, 201);
      return body.record_id as string;
    };
    const logOf = async ({ webhook_id }: Endpoint): Promise<ListedDelivery[]> =>
      (await call('GET', `/v1/webhooks/${webhook_id}/deliveries`)).body.deliveries;
    const untilStatus = ({ webhook_id }: Endpoint, status: string, attempts = 0) =>
      until(async () => {
        const rows = await service.database.read
          .selectFrom('webhook_deliveries')
          .select(['status', 'attempts'])
          .where('webhook_id', '=', webhook_id)
          .execute();
        return rows.length > 0 && rows.every((row) => row.status === status && row.attempts >= attempts);
      }, `the deliveries are ${status}`);
    /** As after a longer time or several failures. */
    const postponeAll = (until: number) =>
      service.database.transaction((transaction) =>
        transaction
          .updateTable('webhook_queue')
          .set({ next_attempt_at: until })
          .where('org_id', '=', org.orgId)
          .execute(),
      );
    const inAnHour = () => Date.now() + 3_600_000;
    const queuedRows = () =>
      service.database.read.selectFrom('webhook_queue').selectAll().where('org_id', '=', org.orgId).execute();

    test('synchronous is the default, and PATCH changes it', async () => {
      const { body } = await call('POST', '/v1/webhooks', { url: receiver.url, events: ['record.created'] });
      assert.deepEqual([body.delivery, body.failing_since], ['synchronous', null]);
      assert.equal((await change(body, { delivery: 'queued' })).delivery, 'queued');
      assert.equal((await change(body, { events: ['quota.limit'] })).delivery, 'queued');
      assert.equal((await call('GET', '/v1/webhooks')).body.endpoints[0].delivery, 'queued');
      for (const delivery of ['later', 1, null]) {
        const refused = await call('PATCH', `/v1/webhooks/${body.webhook_id}`, { delivery });
        assert.deepEqual([refused.status, refused.body.error], [400, 'validation_error']);
      }
      const { events } = (await call('GET', '/v1/audit')).body;
      const updates = events.filter(({ type }: { type: string }) => type === 'webhook_updated');
      assert.equal(updates.at(-1).metadata.delivery, 'queued');
    });

    test('a request does not wait for a queued endpoint that hangs', async () => {
      const endpoint = await subscribe();
      receiver.behave(() => undefined);
      const recordId = await submit();
      // The receiver has not responded, and it never will.
      await untilStatus(endpoint, 'pending');
      await until(() => receiver.requests.length === 1, 'the receiver is called');
      assert.equal(JSON.parse(receiver.requests[0]!.body).data.record_id, recordId);
      for (let count = 0; count < 20; count += 1) await submit();
      const [row] = await logOf(endpoint);
      assert.deepEqual([row!.status, typeof row!.next_attempt_at], ['pending', 'string']);
      await call('DELETE', `/v1/webhooks/${endpoint.webhook_id}`);
      assert.deepEqual(await queuedRows(), []);
    });

    test('a delivery that fails is pending with the time of its next attempt, and cannot be retried by hand', async () => {
      const endpoint = await subscribe();
      receiver.behave(answering(500, 'later'));
      await submit();
      await untilStatus(endpoint, 'pending', 1);
      const [row] = await logOf(endpoint);
      const path = `/v1/webhooks/${endpoint.webhook_id}/deliveries/${row!.delivery_id}`;
      const { body } = await call('GET', path);
      assert.deepEqual([body.status, body.status_code, body.response_body], ['pending', 500, 'later']);
      assert.ok(Date.parse(body.next_attempt_at) > Date.parse(body.created_at));
      const refused = await call('POST', `${path}/retry`);
      assert.deepEqual([refused.status, refused.body.error], [409, 'delivery_pending']);
      const listed = (await call('GET', '/v1/webhooks')).body.endpoints[0];
      assert.deepEqual([listed.status, typeof listed.failing_since], ['active', 'string']);
    });

    test('a failed delivery can be retried, and a failure does not disable the endpoint', async () => {
      const endpoint = await subscribe();
      receiver.behave(answering(500));
      await submit();
      await untilStatus(endpoint, 'pending', 1);
      // As after a day.
      await service.database.transaction(async (transaction) => {
        await transaction.deleteFrom('webhook_queue').where('org_id', '=', org.orgId).execute();
        await transaction
          .updateTable('webhook_deliveries')
          .set({ status: 'failed' })
          .where('org_id', '=', org.orgId)
          .execute();
      });
      const [row] = await logOf(endpoint);
      const path = `/v1/webhooks/${endpoint.webhook_id}/deliveries/${row!.delivery_id}/retry`;
      for (let count = 0; count < 6; count += 1) assert.deepEqual((await call('POST', path)).body, { success: false });
      assert.equal((await call('GET', '/v1/webhooks')).body.endpoints[0].status, 'active');
      receiver.behave(answering(204));
      assert.deepEqual((await call('POST', path)).body, { success: true });
      const again = await call('POST', path);
      assert.deepEqual([again.status, again.body.error], [409, 'delivery_already_succeeded']);
      assert.equal((await call('GET', '/v1/webhooks')).body.endpoints[0].failing_since, null);
    });

    test('a test event is sent at once, with its result, even while others are pending', async () => {
      const endpoint = await subscribe();
      receiver.behave(answering(500));
      await submit();
      await untilStatus(endpoint, 'pending', 1);
      const send = () => call('POST', `/v1/webhooks/${endpoint.webhook_id}/test`, { event: 'record.created' });
      const failed = await send();
      assert.deepEqual([failed.status, failed.body.success], [200, false]);
      const before = (await call('GET', '/v1/webhooks')).body.endpoints[0].failure_count;
      receiver.behave(answering(200));
      const { body } = await send();
      assert.equal(body.success, true);
      const last = JSON.parse(receiver.requests.at(-1)!.body);
      assert.deepEqual([last.id, last.test], [body.delivery_id, true]);
      const after = (await call('GET', '/v1/webhooks')).body.endpoints[0];
      assert.deepEqual([after.failure_count, typeof after.failing_since], [before, 'string']);
    });

    test('a new URL gets what is pending at once', async () => {
      const endpoint = await subscribe();
      receiver.behave(answering(404));
      const recordId = await submit();
      await untilStatus(endpoint, 'pending', 1);
      await postponeAll(inAnHour());
      const moved = await startReceiver(certificates);
      await change(endpoint, { url: moved.url });
      await untilStatus(endpoint, 'delivered');
      assert.equal(JSON.parse(moved.requests[0]!.body).data.record_id, recordId);
      await moved.stop();
    });

    test('a disabled endpoint keeps what is pending, and gets it when it is enabled', async () => {
      const endpoint = await subscribe();
      receiver.behave(answering(503));
      await submit();
      await untilStatus(endpoint, 'pending', 1);
      await change(endpoint, { status: 'disabled' });
      await postponeAll(inAnHour());
      await submit();
      assert.equal((await logOf(endpoint)).length, 1, 'events that happen meanwhile are not sent later');
      receiver.behave(answering(200));
      await change(endpoint, { status: 'active' });
      await untilStatus(endpoint, 'delivered');
    });

    test('an endpoint that becomes synchronous still gets what is pending', async () => {
      const endpoint = await subscribe();
      receiver.behave(answering(503));
      await submit();
      await untilStatus(endpoint, 'pending', 1);
      assert.equal((await change(endpoint, { delivery: 'synchronous' })).failure_count, 0);
      receiver.behave(answering(200));
      await submit();
      assert.equal((await logOf(endpoint))[0]!.status, 'delivered', 'within the request');
      await change(endpoint, { status: 'active' });
      await untilStatus(endpoint, 'delivered');
    });

    test('what is pending survives a restart', async () => {
      const endpoint = await subscribe();
      receiver.behave(answering(503));
      const recordId = await submit();
      await untilStatus(endpoint, 'pending', 1);
      receiver.behave(answering(200));
      await postponeAll(0);
      await service.restart();
      await untilStatus(endpoint, 'delivered');
      assert.equal(JSON.parse(receiver.requests.at(-1)!.body).data.record_id, recordId);
    });

    test('the metrics have the length of the queue and the age of its oldest event', async () => {
      const endpoint = await subscribe();
      receiver.behave(answering(503));
      await submit();
      await untilStatus(endpoint, 'pending', 1);
      const metrics = await (await fetch(`${service.live.url}/metrics`)).text();
      const value = (name: string) => Number(new RegExp(`^${name}\\{[^}]*\\} (.+)$`, 'm').exec(metrics)?.[1]);
      assert.ok(value('service_webhook_queue_pending') >= 1);
      assert.ok(value('service_webhook_queue_oldest_seconds') > 0);
    });

    test('the emails say what happens next, and none is sent about an endpoint that recovered', async () => {
      const endpoint = await subscribe();
      const mails = webhookMails(service.database, 'http://live.test');
      const request = { kind: 'webhook_failing', to: org.email, code: endpoint.webhook_id };
      assert.equal(await mails.webhook_failing(request), undefined);
      assert.equal(await mails.webhook_disabled(request), undefined);
      receiver.behave(answering(500));
      await submit();
      await untilStatus(endpoint, 'pending', 1);
      const warning = (await mails.webhook_failing(request))!;
      assert.match(warning.text, /has not accepted an event since 20\d\d-\d\d-\d\d \d\d:\d\d \(UTC\)/);
      assert.match(warning.text, new RegExp(`http://live.test/webhooks/${endpoint.webhook_id}`));
      await change(endpoint, { status: 'disabled' });
      assert.equal(await mails.webhook_failing(request), undefined);
      assert.match((await mails.webhook_disabled(request))!.text, /is disabled|has disabled/);
    });
  });
});
