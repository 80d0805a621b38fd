// Queued deliveries in simulated time, to real HTTPS receivers: nothing is lost, the order of each
// record, back-off, and when the service gives up. On both databases.
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
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import {
  openWebhookNodes,
  verification,
  type WebhookNodes,
  webhookSecret,
} from '../../../test-support/webhook-nodes.ts';
import { signatureHeaders } from './webhook-signature.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

withOpenssl(() => {
  let certificates: Certificates;
  before(() => {
    certificates = makeCertificates();
    trustInThisProcess(certificates);
  });
  after(() => certificates.remove());

  onEachDatabase((kind) => {
    let nodes: WebhookNodes;
    let node: ReturnType<WebhookNodes['startNode']>;
    let receiver: Receiver;
    let orgId: string;
    before(async () => {
      nodes = await openWebhookNodes(kind);
      node = nodes.startNode();
    });
    beforeEach(async () => {
      receiver = await startReceiver(certificates);
      orgId = await nodes.addOrganization();
    });
    afterEach(async () => {
      await receiver.stop();
      await nodes.database.transaction((transaction) =>
        transaction.updateTable('webhook_endpoints').set({ status: 'disabled' }).execute(),
      );
    });
    after(() => nodes.close());

    let counted = 0;
    /** Returns the number that its webhook carries. */
    const verify = async (recordId: string, org = orgId) => {
      counted += 1;
      const event = verification(recordId, counted);
      await node.database.transaction((transaction) => node.events.append(transaction, org, [event]));
      return counted;
    };
    const rowsOf = (webhookId: string) =>
      nodes.database.read
        .selectFrom('webhook_deliveries')
        .selectAll()
        .where('webhook_id', '=', webhookId)
        .orderBy('sequence')
        .execute();
    const queueOf = (webhookId: string) =>
      nodes.database.read
        .selectFrom('webhook_queue')
        .selectAll()
        .where('webhook_id', '=', webhookId)
        .orderBy('sequence')
        .execute();
    const mailsOf = async (webhookId: string) =>
      (await nodes.mails()).filter(({ code }) => code === webhookId).map(({ kind: sent }) => sent);
    const statusesOf = async (webhookId: string) => (await rowsOf(webhookId)).map(({ status }) => status);
    const numberIn = (body: string) => Number(JSON.parse(body).data.confidence);
    const numbers = () => receiver.requests.map(({ body }) => numberIn(body));
    /** Time passes in steps, and the node sends what is due at each. */
    const pass = async (milliseconds: number, step: number) => {
      for (let passed = 0; passed < milliseconds; passed += step) {
        nodes.pass(step);
        await node.queue.sendDue();
      }
    };

    test('an endpoint that is down for an hour loses no event and gets those of each record in order', async () => {
      const webhookId = await nodes.addEndpoint(orgId, receiver.url);
      let isDown = true;
      const accepted: { record: string; number: number; id: string }[] = [];
      let refused = 0;
      receiver.behave(({ body }, response) => {
        if (isDown) {
          refused += 1;
          // Down in several ways.
          if (refused % 3 === 0) return void response.socket!.destroy();
          return void response.writeHead(refused % 3 === 1 ? 503 : 500).end();
        }
        const { id, data } = JSON.parse(body);
        accepted.push({ record: data.record_id, number: numberIn(body), id });
        response.writeHead(204).end();
      });
      const sent: { record: string; number: number }[] = [];
      for (let step = 0; step < 120; step += 1) {
        const record = `record-${(step * 7) % 9}`;
        sent.push({ record, number: await verify(record) });
        await pass(30 * second, 30 * second);
      }
      assert.equal(accepted.length, 0);
      assert.ok(refused > 9, `${refused} attempts`);
      isDown = false;
      // Events go on while the others are delivered. Pauses are an hour and a fifth at most.
      for (let step = 0; step < 24; step += 1) {
        const record = `record-${step % 12}`;
        sent.push({ record, number: await verify(record) });
        await pass(5 * minute, 5 * minute);
      }
      assert.deepEqual(await queueOf(webhookId), []);
      const byRecord = (list: readonly { record: string; number: number }[]) =>
        Object.fromEntries(
          [...Map.groupBy(list, ({ record }) => record)]
            .map(([record, own]) => [record, own.map(({ number }) => number)] as const)
            .sort(([left], [right]) => left.localeCompare(right)),
        );
      assert.deepEqual(byRecord(accepted), byRecord(sent));
      assert.equal(new Set(accepted.map(({ id }) => id)).size, sent.length, 'each arrives once');
      assert.ok((await statusesOf(webhookId)).every((status) => status === 'delivered'));
    });

    test('each attempt has the same body under the same id, and a new signature', async () => {
      await nodes.addEndpoint(orgId, receiver.url);
      receiver.behave(answering(500));
      await verify('record');
      await node.queue.sendDue();
      await pass(10 * second, 10 * second);
      assert.equal(receiver.requests.length, 2);
      const [first, again] = receiver.requests;
      assert.equal(first!.body, again!.body);
      assert.notEqual(first!.headers['webhook-timestamp'], again!.headers['webhook-timestamp']);
      const { id } = JSON.parse(again!.body);
      const expected = signatureHeaders(webhookSecret, id, again!.body, nodes.now());
      for (const [name, value] of Object.entries(expected)) assert.equal(again!.headers[name], value, name);
    });

    test('a record whose events are refused does not delay other records, and gives up after a day', async () => {
      const webhookId = await nodes.addEndpoint(orgId, receiver.url);
      const attempts: number[] = [];
      const start = nodes.now();
      const first = await verify('refused');
      receiver.behave(({ body }, response) => {
        if (numberIn(body) === first) attempts.push(nodes.now());
        response.writeHead(JSON.parse(body).data.record_id === 'refused' ? 500 : 200).end();
      });
      for (let step = 0; step < 4; step += 1) {
        await verify('accepted');
        await node.queue.sendDue();
      }
      assert.deepEqual(await statusesOf(webhookId), ['pending', ...Array(4).fill('delivered')]);
      await pass(22 * hour, 10 * minute);
      const last = await verify('refused');
      await pass(2 * hour - second, 10 * minute - 1);
      assert.equal(numbers().includes(last), false, 'it waits for the earlier one');
      await pass(20 * minute, minute);
      const rows = await rowsOf(webhookId);
      assert.deepEqual([rows[0]!.status, rows.at(-1)!.status], ['failed', 'pending']);
      assert.ok(numbers().includes(last), 'the later one continues');
      // After 5 s, 30 s, 2 min, 10 min and 30 min, then 19 to 23 times an hour later.
      assert.equal(rows[0]!.attempts, attempts.length);
      assert.ok(attempts.length >= 24 && attempts.length <= 30, `${attempts.length} attempts`);
      assert.ok(attempts.at(-1)! >= start + 24 * hour, 'the last attempt is a day later');
    });

    test('Retry-After postpones an attempt by an hour at most', async () => {
      const webhookId = await nodes.addEndpoint(orgId, receiver.url);
      const nextIn = async () => {
        await node.queue.sendDue();
        const [row] = await queueOf(webhookId);
        return (row!.next_attempt_at! - nodes.now()) / second;
      };
      const asking = (retryAfter: string) =>
        receiver.behave((_, response) => response.writeHead(429, { 'retry-after': retryAfter }).end());
      await verify('record');
      asking('300');
      assert.equal(await nextIn(), 300);
      nodes.pass(300 * second);
      asking(new Date(nodes.now() + 20 * minute).toUTCString());
      // Dates have whole seconds.
      assert.equal(Math.ceil(await nextIn()), 20 * 60);
      nodes.pass(20 * minute);
      asking('999999999');
      assert.equal(await nextIn(), 3_600);
      nodes.pass(hour);
      asking('soon');
      const pause = await nextIn();
      assert.ok(pause >= 600 && pause <= 720, `${pause} s`);
    });

    test('owners get one warning after half a day of failures, and an email when three days disable it', async () => {
      const webhookId = await nodes.addEndpoint(orgId, receiver.url);
      receiver.behave(answering(500));
      const stateNow = () =>
        nodes.database.read
          .selectFrom('webhook_endpoints')
          .selectAll()
          .where('webhook_id', '=', webhookId)
          .executeTakeFirstOrThrow();
      const eventTypes = async () =>
        (
          await nodes.database.read
            .selectFrom('events')
            .select('type')
            .where('org_id', '=', orgId)
            .where('type', '!=', 'verify')
            .orderBy('sequence')
            .execute()
        ).map(({ type }) => type);
      const live = async (hours: number) => {
        for (let passed = 0; passed < hours; passed += 1) {
          if (passed % 8 === 0) await verify(`record-${passed}`);
          await pass(hour, hour / 2);
        }
      };
      await live(11);
      assert.deepEqual(await mailsOf(webhookId), []);
      await live(3);
      assert.deepEqual(await mailsOf(webhookId), ['webhook_failing']);
      assert.deepEqual(await eventTypes(), ['webhook_failing']);
      await live(56);
      assert.equal((await stateNow()).status, 'active');
      await live(4);
      assert.equal((await stateNow()).status, 'disabled');
      assert.deepEqual(await mailsOf(webhookId), ['webhook_failing', 'webhook_disabled']);
      assert.deepEqual(await eventTypes(), ['webhook_failing', 'webhook_disabled']);
      const received = receiver.requests.length;
      await live(26);
      assert.equal(receiver.requests.length, received, 'a disabled endpoint gets nothing');
      assert.deepEqual(await queueOf(webhookId), [], 'what was pending is given up after a day');
      assert.ok((await statusesOf(webhookId)).every((status) => status === 'failed'));
    });

    test('a success starts the count again, and so does a time without events', async () => {
      const webhookId = await nodes.addEndpoint(orgId, receiver.url);
      receiver.behave(answering(500));
      for (let day = 0; day < 5; day += 1) {
        // Eight hours of failures a day: after each, either a success or no event for a while.
        await verify(`record-${day}`);
        await pass(8 * hour, hour);
        if (day % 2 === 0) {
          receiver.behave(answering(200));
          await pass(4 * hour, hour);
          receiver.behave(answering(500));
        } else {
          await nodes.database.transaction((transaction) =>
            transaction.deleteFrom('webhook_queue').where('webhook_id', '=', webhookId).execute(),
          );
        }
        nodes.pass(16 * hour);
      }
      assert.deepEqual(await mailsOf(webhookId), []);
      const { status } = await nodes.database.read
        .selectFrom('webhook_endpoints')
        .select('status')
        .where('webhook_id', '=', webhookId)
        .executeTakeFirstOrThrow();
      assert.equal(status, 'active');
    });

    test('410 Gone disables the endpoint at once, with an email', async () => {
      const webhookId = await nodes.addEndpoint(orgId, receiver.url);
      receiver.behave(answering(410));
      await verify('record');
      await node.queue.sendDue();
      await pass(2 * hour, hour);
      assert.equal(receiver.requests.length, 1);
      assert.deepEqual(await mailsOf(webhookId), ['webhook_disabled']);
      assert.deepEqual(await statusesOf(webhookId), ['pending'], 'it waits in case someone enables the endpoint');
    });

    test('the address is checked at each attempt', async () => {
      let isPublic = true;
      const guarded = nodes.startNode({ outgoing: { isAllowed: () => isPublic } });
      const webhookId = await nodes.addEndpoint(orgId, receiver.url);
      receiver.behave(answering(500));
      await verify('record');
      await guarded.queue.sendDue();
      assert.equal(receiver.requests.length, 1);
      isPublic = false;
      nodes.pass(minute);
      await guarded.queue.sendDue();
      assert.equal(receiver.requests.length, 1);
      const [row] = await rowsOf(webhookId);
      assert.deepEqual(
        [row!.status, row!.attempts, row!.failure],
        ['pending', 2, 'The host does not have a public IP address.'],
      );
    });

    test('a plan below Growth stops deliveries until it is back', async () => {
      const webhookId = await nodes.addEndpoint(orgId, receiver.url);
      const setPlan = (plan: 'free' | 'growth') =>
        nodes.database.transaction((transaction) =>
          transaction.updateTable('organizations').set({ plan }).where('org_id', '=', orgId).execute(),
        );
      await verify('record');
      await setPlan('free');
      await node.queue.sendDue();
      assert.deepEqual([receiver.requests.length, await statusesOf(webhookId)], [0, ['pending']]);
      await setPlan('growth');
      await node.queue.sendDue();
      assert.deepEqual([receiver.requests.length, await statusesOf(webhookId)], [1, ['delivered']]);
    });
  });
});
