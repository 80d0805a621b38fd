// The effects of an event follow from appending it, so the caller cannot forget them. Tested with a
// real HTTPS receiver, on both databases, by code that only appends an event.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  type Certificates,
  makeCertificates,
  type Receiver,
  startReceiver,
  trustInThisProcess,
  withOpenssl,
} from '../../test-support/https-receiver.ts';
import { onEachDatabase } from '../../test-support/on-each-database.ts';
import { insertOrganization } from '../../test-support/record-door.ts';
import { openTestDatabase, type TestDatabase } from '../../test-support/test-database.ts';
import { createKeyVault } from '../adapters/key-vault/key-vault.ts';
import { createOutgoingHttps } from '../adapters/outgoing-https/outgoing-https.ts';
import { createResolve, createResolver } from '../adapters/outgoing-https/resolve-host.ts';
import { migrate } from '../database/migrate.ts';
import { webhookSecretPlace } from '../database/sealed-places.ts';
import { createLog } from '../log.ts';
import { createDeliveryService } from '../resources/webhooks/delivery.service.ts';
import { createDeliveryQueue } from '../resources/webhooks/delivery-queue.ts';
import { createSendDelivery } from '../resources/webhooks/send-delivery.ts';
import { createEventStream, type EventStream } from './event-stream.ts';

withOpenssl(() => {
  let certificates: Certificates;
  before(() => {
    certificates = makeCertificates();
    trustInThisProcess(certificates);
  });
  after(() => certificates.remove());

  onEachDatabase((kind) => {
    let opened: TestDatabase;
    let receiver: Receiver;
    let events: EventStream;
    let orgId: string;
    before(async () => {
      receiver = await startReceiver(certificates);
      opened = await openTestDatabase(kind);
      const { database } = opened;
      await migrate(database);
      const masterKey = randomBytes(32);
      const vault = createKeyVault(() => [masterKey], 'live');
      events = createEventStream(randomBytes(32));
      const outgoing = createOutgoingHttps({ resolve: createResolve(createResolver([])), isAllowed: () => true });
      const send = createSendDelivery({ vault, outgoing });
      const mailQueue = { enqueue: async () => undefined };
      const parts = { database, events, send, log: createLog('silent'), countDelivery: () => undefined };
      const queue = createDeliveryQueue({ ...parts, mailQueue });
      const deliveries = createDeliveryService({ ...parts, queue });
      events.follow(deliveries.follow);
      orgId = (await insertOrganization(database, 'growth')).orgId;
      await database.transaction((transaction) =>
        transaction
          .insertInto('webhook_endpoints')
          .values({
            webhook_id: 'hook',
            org_id: orgId,
            url: receiver.url,
            events: JSON.stringify(['generator.revoked']),
            status: 'active',
            failure_count: 0,
            sealed_secret: vault.seal(Buffer.from('whsec_c2VjcmV0'), webhookSecretPlace('hook')),
            created_at: 0,
          })
          .execute(),
      );
    });
    after(async () => {
      await receiver.stop();
      await opened.remove();
    });

    const revoked = (generatorId: string) =>
      ({ type: 'key_revoked', metadata: { generator_id: generatorId } }) as const;
    const received = () => receiver.requests.map(({ body }) => JSON.parse(body).data.generator_id);

    test('the webhook has been delivered when the transaction resolves', async () => {
      await opened.database.transaction((transaction) => events.append(transaction, orgId, [revoked('gen_1')]));
      assert.deepEqual(received(), ['gen_1']);
    });

    test('a transaction that fails delivers nothing', async () => {
      const failing = opened.database.transaction(async (transaction) => {
        await events.append(transaction, orgId, [revoked('gen_2')]);
        throw new Error('changed its mind');
      });
      await assert.rejects(failing, /changed its mind/);
      await opened.database.transaction((transaction) => events.append(transaction, orgId, [revoked('gen_3')]));
      assert.deepEqual(received(), ['gen_1', 'gen_3']);
    });
  });
});
