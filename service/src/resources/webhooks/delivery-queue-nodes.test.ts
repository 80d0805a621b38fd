// Queued deliveries with several nodes, slow receivers and a long queue. On both databases.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import {
  type Certificates,
  makeCertificates,
  type Receiver,
  startReceiver,
  trustInThisProcess,
  withOpenssl,
} from '../../../test-support/https-receiver.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { until } from '../../../test-support/replicated-service.ts';
import { openWebhookNodes, verification, type WebhookNodes } from '../../../test-support/webhook-nodes.ts';
import { claimDue, listDueEndpoints } from './delivery-queue.store.ts';

withOpenssl(() => {
  let certificates: Certificates;
  before(() => {
    certificates = makeCertificates();
    trustInThisProcess(certificates);
  });
  after(() => certificates.remove());

  onEachDatabase((kind) => {
    let nodes: WebhookNodes;
    let receiver: Receiver;
    let orgId: string;
    beforeEach(async () => {
      nodes = await openWebhookNodes(kind);
      receiver = await startReceiver(certificates);
      orgId = await nodes.addOrganization();
    });
    afterEach(async () => {
      await receiver.stop();
      await nodes.close();
    });

    const verify = ({ database, events }: ReturnType<WebhookNodes['startNode']>, records: string[], org = orgId) =>
      database.transaction((transaction) =>
        events.append(
          transaction,
          org,
          records.map((record, place) => verification(record, place)),
        ),
      );
    const names = (count: number) => Array.from({ length: count }, (_, place) => `record-${place}`);
    const idsOf = ({ requests }: Receiver) => requests.map(({ body }) => JSON.parse(body).id as string);
    const countQueued = async () =>
      (await nodes.database.read.selectFrom('webhook_queue').select('delivery_id').execute()).length;

    test('three nodes share the deliveries, and each is sent once', async () => {
      await nodes.addEndpoint(orgId, receiver.url);
      const all = [nodes.startNode(), nodes.startNode(), nodes.startNode()];
      await verify(all[0]!, [...names(60), ...names(20)]);
      // Slow enough that each node looks for more while the others still wait.
      receiver.behave((_, response) => void setTimeout(() => response.writeHead(204).end(), 20));
      await Promise.all(all.map(({ queue }) => queue.sendDue()));
      assert.equal(receiver.requests.length, 80);
      assert.equal(new Set(idsOf(receiver)).size, 80);
      assert.equal(await countQueued(), 0);
    });

    test('if a node dies while it sends, another one sends again after the lease', async () => {
      await nodes.addEndpoint(orgId, receiver.url);
      let isAsked = false;
      const dying = nodes.startNode({
        send() {
          isAsked = true;
          return new Promise(() => undefined);
        },
      });
      await verify(dying, ['record', 'record']);
      void dying.queue.sendDue();
      await until(() => isAsked, 'the first node sends');
      const other = nodes.startNode();
      await other.queue.sendDue();
      assert.equal(receiver.requests.length, 0, 'the first node has it for itself');
      nodes.pass(61_000);
      await other.queue.sendDue();
      assert.deepEqual(
        receiver.requests.map(({ body }) => JSON.parse(body).data.confidence),
        ['0', '1'],
      );
      assert.equal(await countQueued(), 0);
    });

    test('events that are added while others are sent never get stuck', async () => {
      await nodes.addEndpoint(orgId, receiver.url);
      const [writing, sending] = [nodes.startNode(), nodes.startNode()];
      let isWriting = true;
      const work = (async () => {
        while (isWriting || (await countQueued()) > 0) {
          await sending.queue.sendDue();
          await pause(1);
        }
      })();
      for (let count = 0; count < 60; count += 1) await verify(writing, ['one', 'other']);
      isWriting = false;
      await work;
      assert.equal(receiver.requests.length, 120);
    });

    test('an endpoint that never finishes its responses has few places, and delays nobody else', async () => {
      const slow = await startReceiver(certificates);
      let [open, most] = [0, 0];
      slow.behave((_, response) => {
        open += 1;
        most = Math.max(most, open);
        response.on('close', () => {
          open -= 1;
        });
        // No status, only the promise of one.
        response.writeProcessing();
      });
      const node = nodes.startNode({ outgoing: { limitMilliseconds: 3_000 } });
      await nodes.addEndpoint(orgId, slow.url);
      await verify(node, names(40));
      const others = await Promise.all([nodes.addOrganization(), nodes.addOrganization()]);
      for (const other of others) {
        await nodes.addEndpoint(other, receiver.url);
        await verify(node, names(30), other);
      }
      const work = node.queue.sendDue();
      await until(() => receiver.requests.length === 60, 'the others have everything');
      assert.ok(slow.requests.length <= 10, `${slow.requests.length} requests were sent to the slow endpoint`);
      await until(() => slow.requests.length >= 11, 'the slow endpoint gets more');
      assert.equal(most, 10);
      // After the first failures, it gets one at a time.
      await until(() => open <= 1, 'one is open');
      await slow.stop();
      await work;
      assert.equal(most, 10);
    });

    test('claims stay fast with 10,000 deliveries of other endpoints in the queue', async () => {
      const node = nodes.startNode();
      const [dead, blocked] = [
        await nodes.addEndpoint(orgId, receiver.url),
        await nodes.addEndpoint(orgId, receiver.url),
      ];
      const row = (place: number) => ({
        delivery_id: `old-${place}`,
        org_id: orgId,
        webhook_id: place % 2 === 0 ? dead : blocked,
        subject: place % 2 === 0 ? `record-${place}` : 'one record',
        sequence: place,
        event: 'verify.attempted',
        next_attempt_at: place % 2 === 0 ? nodes.now() + 60_000 : null,
        created_at: nodes.now(),
      });
      for (let start = 0; start < 10_000; start += 500) {
        const rows = Array.from({ length: 500 }, (_, place) => row(start + place));
        await nodes.database.transaction((transaction) =>
          transaction.insertInto('webhook_queue').values(rows).execute(),
        );
      }
      if (kind === 'postgres') await sql`ANALYZE webhook_queue`.execute(nodes.database.read);
      const other = await nodes.addOrganization();
      const webhookId = await nodes.addEndpoint(other, receiver.url);
      await verify(node, ['record'], other);
      // The condition of a claim.
      const explain = sql.raw(kind === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN');
      const plan = await sql`${explain} SELECT delivery_id FROM webhook_queue
        WHERE org_id = ${sql.lit(other)} AND webhook_id = ${sql.lit(webhookId)}
        AND next_attempt_at <= ${sql.lit(nodes.now())} ORDER BY next_attempt_at LIMIT 10`.execute(nodes.database.read);
      assert.match(JSON.stringify(plan.rows), /webhook_queue_by_due_time/);
      const due = await listDueEndpoints(nodes.database.read, nodes.now(), ['growth']);
      assert.deepEqual(
        due.map(({ webhook_id }) => webhook_id),
        [webhookId],
      );
      const claimed = await nodes.database.transaction((transaction) =>
        claimDue(transaction, other, webhookId, nodes.now(), nodes.now() + 1, 10),
      );
      assert.equal(claimed.length, 1);
    });
  });
});
