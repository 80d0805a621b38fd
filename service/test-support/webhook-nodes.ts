// Nodes that deliver queued events at a time that the test sets. Everything in them is real: the
// database, the event stream, the queue, and HTTPS.
import { randomBytes } from 'node:crypto';
import { createKeyVault } from '../src/adapters/key-vault/key-vault.ts';
import { createOutgoingHttps, type OutgoingHttpsParts } from '../src/adapters/outgoing-https/outgoing-https.ts';
import { createResolve, createResolver } from '../src/adapters/outgoing-https/resolve-host.ts';
import { migrate } from '../src/database/migrate.ts';
import { mailPlace, webhookSecretPlace } from '../src/database/sealed-places.ts';
import { createEventStream } from '../src/events/event-stream.ts';
import { createLog } from '../src/log.ts';
import { createMailQueue, type MailRequest } from '../src/mail/mail-queue.ts';
import { createDeliveryService } from '../src/resources/webhooks/delivery.service.ts';
import { createDeliveryQueue, type DeliveryQueue } from '../src/resources/webhooks/delivery-queue.ts';
import { createSendDelivery, type SendDelivery } from '../src/resources/webhooks/send-delivery.ts';
import { insertOrganization } from './record-door.ts';
import type { DatabaseKind } from './running-service.ts';
import { openTestDatabase } from './test-database.ts';

export const webhookSecret = 'whsec_c2VjcmV0';

export interface NodeOptions {
  /** In place of HTTPS: a node that never gets to its end. */
  readonly send?: SendDelivery;
  readonly outgoing?: Partial<OutgoingHttpsParts>;
}

export type WebhookNodes = Awaited<ReturnType<typeof openWebhookNodes>>;

export async function openWebhookNodes(kind: DatabaseKind) {
  const opened = await openTestDatabase(kind);
  const { database } = opened;
  await migrate(database);
  const [masterKey, chainKey] = [randomBytes(32), randomBytes(32)];
  const vault = createKeyVault(() => [masterKey], 'live');
  const log = createLog('silent');
  let time = Date.UTC(2026, 10, 18, 9);
  const now = () => time;

  function startNode({ send, outgoing = {} }: NodeOptions = {}) {
    const own = opened.openAgain();
    const https = createOutgoingHttps({
      resolve: createResolve(createResolver([])),
      isAllowed: () => true,
      ...outgoing,
    });
    const events = createEventStream(chainKey, now);
    const transport = { send: async () => undefined, close: () => undefined };
    const parts = {
      database: own,
      events,
      send: send ?? createSendDelivery({ vault, outgoing: https, now }),
      log,
      countDelivery: () => undefined,
      now,
    };
    const mailQueue = createMailQueue({ database: own, vault, transport, log, countMail: () => undefined });
    const queue: DeliveryQueue = createDeliveryQueue({ ...parts, mailQueue });
    const deliveries = createDeliveryService({ ...parts, queue });
    events.follow(deliveries.follow);
    return { database: own, events, queue };
  }

  let endpoints = 0;
  return {
    kind,
    database,
    now,
    startNode,
    pass(milliseconds: number) {
      time += milliseconds;
    },
    /** A new organization with the plan Growth and one owner. */
    async addOrganization(): Promise<string> {
      const { orgId } = await insertOrganization(database, 'growth');
      return orgId;
    },
    async addEndpoint(orgId: string, url: string, events: readonly string[] = ['verify.attempted']): Promise<string> {
      endpoints += 1;
      const webhookId = `hook-${endpoints}`;
      await database.transaction((transaction) =>
        transaction
          .insertInto('webhook_endpoints')
          .values({
            webhook_id: webhookId,
            org_id: orgId,
            url,
            events: JSON.stringify(events),
            status: 'active',
            delivery: 'queued',
            sealed_secret: vault.seal(Buffer.from(webhookSecret), webhookSecretPlace(webhookId)),
            created_at: endpoints,
          })
          .execute(),
      );
      return webhookId;
    },
    /** The emails that were requested, oldest first. */
    async mails(): Promise<MailRequest[]> {
      const rows = await database.read.selectFrom('mail_queue').selectAll().orderBy('created_at').execute();
      return rows.map(
        (row) => JSON.parse(vault.open(row.sealed_request, mailPlace(row.mail_id)).toString()) as MailRequest,
      );
    },
    close: () => opened.remove(),
  };
}

/** A verification of a record. Its number is in the data of the webhook. */
export const verification = (recordId: string, number: number) =>
  ({
    type: 'verify',
    signedAt: 0,
    metadata: {
      record_id: recordId,
      authentic: true,
      tampered: false,
      confidence: String(number),
      likeness: 'near',
      token_source: null,
      format: 'image',
    },
  }) as const;
