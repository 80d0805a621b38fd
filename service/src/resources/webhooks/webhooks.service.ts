// Webhook endpoints of an organization, and the log of their deliveries.
import { randomUUID } from 'node:crypto';
import { actorOf } from '../../access/actor.ts';
import type { Caller, CallingOrganization } from '../../access/caller.ts';
import type { Database } from '../../adapters/database/database.ts';
import type { KeyVault } from '../../adapters/key-vault/key-vault.ts';
import type { OutgoingHttps } from '../../adapters/outgoing-https/outgoing-https.ts';
import { webhookSecretPlace } from '../../database/sealed-places.ts';
import type { EventStream } from '../../events/event-stream.ts';
import { findHead } from '../../events/events.store.ts';
import { fail, failValidation } from '../../http/error-catalogue.ts';
import { planHas } from '../../plans/plans.ts';
import { beginAttempt, type DeliveryRow, findDelivery, insertDeliveries, listDeliveries } from './deliveries.store.ts';
import { type DeliveryService, planDelivery } from './delivery.service.ts';
import type { DeliveryQueue } from './delivery-queue.ts';
import { type CatalogueEntry, type WebhookEvent, webhookCatalogue, webhookEvents } from './webhook-catalogue.ts';
import { makeWebhookSecret } from './webhook-signature.ts';
import {
  deleteEndpoint,
  type EndpointRow,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  noFailures,
  updateEndpoint,
} from './webhooks.store.ts';

export interface WebhooksParts {
  readonly database: Database;
  readonly vault: KeyVault;
  readonly outgoing: OutgoingHttps;
  readonly events: EventStream;
  readonly deliveries: DeliveryService;
  readonly queue: Pick<DeliveryQueue, 'hurry'>;
  readonly now?: () => number;
}

export interface NewEndpoint {
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly delivery?: EndpointRow['delivery'] | undefined;
}

export interface EndpointChanges extends Partial<NewEndpoint> {
  readonly status?: EndpointRow['status'] | undefined;
}

/** Specification: Limits. */
const mostEndpoints = 10;
const listedDeliveries = 50;

export type WebhooksService = ReturnType<typeof createWebhooksService>;

export function createWebhooksService({
  database,
  vault,
  outgoing,
  events,
  deliveries,
  queue,
  now = Date.now,
}: WebhooksParts) {
  async function checkUrl(url: string): Promise<void> {
    const fault = await outgoing.findFault(url);
    if (fault !== undefined) failValidation('url', fault);
  }

  async function findOwn(orgId: string, webhookId: string): Promise<EndpointRow> {
    return (await findEndpoint(database.read, orgId, webhookId)) ?? failUnknown();
  }

  async function findOwnDelivery(orgId: string, webhookId: string, deliveryId: string): Promise<DeliveryRow> {
    const delivery = await findDelivery(database.read, orgId, webhookId, deliveryId);
    return (
      delivery ??
      fail('not_found', { message: 'The endpoint has no delivery with this ID. Deliveries are deleted after 30 days.' })
    );
  }

  return {
    async list({ orgId, plan }: CallingOrganization) {
      const endpoints = await listEndpoints(database.read, orgId);
      return { endpoints: endpoints.map(present), plan, webhooks_enabled: planHas(plan, 'webhooks') };
    },

    async create(caller: Caller, { url, events: wanted, delivery = 'synchronous' }: NewEndpoint) {
      await checkUrl(url);
      const { orgId } = caller.organization;
      const webhookId = randomUUID();
      const secret = makeWebhookSecret();
      const subscribed = [...new Set(wanted)];
      const row: EndpointRow = {
        webhook_id: webhookId,
        org_id: orgId,
        url,
        events: JSON.stringify(subscribed),
        status: 'active',
        delivery,
        ...noFailures,
        sealed_secret: vault.seal(Buffer.from(secret), webhookSecretPlace(webhookId)),
        created_at: now(),
      };
      await database.transaction(async (transaction) => {
        // First, because it makes other calls of the organization wait, so that two at once cannot
        // both be the tenth.
        await events.append(transaction, orgId, [
          {
            type: 'webhook_created',
            metadata: { webhook_id: webhookId, url, events: subscribed, delivery, actor: actorOf(caller) },
          },
        ]);
        if ((await listEndpoints(transaction, orgId)).length >= mostEndpoints) fail('webhook_limit_reached');
        await insertEndpoint(transaction, row);
      });
      return { ...present(row), secret };
    },

    async update(caller: Caller, webhookId: string, { url, events: wanted, status, delivery }: EndpointChanges) {
      const { orgId } = caller.organization;
      await findOwn(orgId, webhookId);
      // Unknown fields are ignored, even if there are no others.
      if (url === undefined && !wanted && !status && !delivery) {
        failValidation('', 'must contain url, events, status or delivery');
      }
      if (url !== undefined) await checkUrl(url);
      const subscribed = wanted && [...new Set(wanted)];
      const changes = { ...(url !== undefined && { url }), ...(status && { status }), ...(delivery && { delivery }) };
      const metadata = { webhook_id: webhookId, ...changes, ...(subscribed && { events: subscribed }) };
      return database.transaction(async (transaction) => {
        // First, as in the transactions that end a delivery, so that neither waits for the other.
        await events.append(transaction, orgId, [
          { type: 'webhook_updated', metadata: { ...metadata, actor: actorOf(caller) } },
        ]);
        const row = await updateEndpoint(transaction, orgId, webhookId, {
          ...changes,
          ...(subscribed && { events: JSON.stringify(subscribed) }),
          // The two kinds of delivery count failures in different ways.
          ...((status === 'active' || delivery) && noFailures),
        });
        if (!row) failUnknown();
        // Someone could have repaired the receiver.
        if (url !== undefined || status === 'active') await queue.hurry(transaction, orgId, webhookId);
        return present(row);
      });
    },

    async remove(caller: Caller, webhookId: string) {
      const { orgId } = caller.organization;
      await findOwn(orgId, webhookId);
      await database.transaction(async (transaction) => {
        // First, because deliveries are written behind the same lock, so that none is written after
        // its log is gone.
        await events.append(transaction, orgId, [
          { type: 'webhook_deleted', metadata: { webhook_id: webhookId, actor: actorOf(caller) } },
        ]);
        if (!(await deleteEndpoint(transaction, orgId, webhookId))) failUnknown();
      });
      return { deleted: true as const };
    },

    catalogue: () => ({ events: webhookEvents.map(describeEvent) }),

    async deliveries(orgId: string, webhookId: string) {
      await findOwn(orgId, webhookId);
      const rows = await listDeliveries(database.read, orgId, webhookId, listedDeliveries);
      return { deliveries: rows.map(presentDelivery) };
    },

    async delivery(orgId: string, webhookId: string, deliveryId: string) {
      const { request_headers, ...row } = await findOwnDelivery(orgId, webhookId, deliveryId);
      const headers = request_headers === null ? null : (JSON.parse(request_headers) as Record<string, string>);
      return { ...presentDelivery(row), request_headers: headers };
    },

    /** A real delivery of an example, which says that it is a test. */
    async test(caller: Caller, webhookId: string, event: WebhookEvent) {
      const { orgId } = caller.organization;
      const endpoint = await findOwn(orgId, webhookId);
      if (endpoint.status === 'disabled') fail('endpoint_disabled');
      const deliveryId = randomUUID();
      const delivery = await database.transaction(async (transaction) => {
        await events.append(transaction, orgId, [
          {
            type: 'webhook_tested',
            metadata: { webhook_id: webhookId, delivery_id: deliveryId, event, actor: actorOf(caller) },
          },
        ]);
        const { sequence, occurred_at: occurredAt } = (await findHead(transaction, orgId))!;
        const { example } = webhookCatalogue[event];
        const place = { sequence, occurredAt };
        const planned = planDelivery(orgId, endpoint, place, event, example, { deliveryId, isTest: true });
        await insertDeliveries(transaction, [planned.row]);
        return planned.delivery;
      });
      return { success: await deliveries.attempt(delivery), delivery_id: deliveryId };
    },

    /** The same body under the same id, signed again. */
    async retry(caller: Caller, webhookId: string, deliveryId: string) {
      const { orgId } = caller.organization;
      const endpoint = await findOwn(orgId, webhookId);
      const delivery = await findOwnDelivery(orgId, webhookId, deliveryId);
      if (delivery.status === 'delivered') fail('delivery_already_succeeded');
      if (delivery.status === 'pending') fail('delivery_pending');
      if (endpoint.status === 'disabled') fail('endpoint_disabled');
      await database.transaction(async (transaction) => {
        if (!(await beginAttempt(transaction, orgId, deliveryId))) fail('delivery_already_succeeded');
        await events.append(transaction, orgId, [
          {
            type: 'webhook_delivery_retried',
            metadata: { webhook_id: webhookId, delivery_id: deliveryId, actor: actorOf(caller) },
          },
        ]);
      });
      const { url, sealed_secret: sealedSecret, delivery: mode } = endpoint;
      const { payload } = delivery;
      const isTest = delivery.is_test === 1;
      const again = { orgId, webhookId, deliveryId, url, sealedSecret, payload, mode, isTest };
      return { success: await deliveries.attempt(again) };
    },
  };
}

function failUnknown(): never {
  fail('not_found', { message: 'The organization has no webhook with this ID. It could already be deleted.' });
}

type ListedRow = Pick<DeliveryRow, 'created_at' | 'is_test' | 'next_attempt_at'>;

function presentDelivery<Row extends ListedRow>({ is_test, next_attempt_at: next, ...row }: Row) {
  return {
    ...row,
    test: is_test === 1,
    next_attempt_at: next === null ? null : new Date(next).toISOString(),
    created_at: new Date(row.created_at).toISOString(),
  };
}

function describeEvent(event: WebhookEvent) {
  const { when, fields, example }: CatalogueEntry = webhookCatalogue[event];
  return {
    event,
    when,
    fields: Object.entries(fields).map(([name, { description }]) => ({ name, description })),
    example: { ...example },
  };
}

function present(row: EndpointRow) {
  return {
    webhook_id: row.webhook_id,
    url: row.url,
    events: JSON.parse(row.events) as WebhookEvent[],
    status: row.status,
    delivery: row.delivery,
    failure_count: row.failure_count,
    failing_since: row.failing_since === null ? null : new Date(row.failing_since).toISOString(),
    created_at: new Date(row.created_at).toISOString(),
  };
}
