// Delivers events to the endpoints that subscribed to them. The transaction of the event writes the
// rows of the log, as failed. After its commit, still within the request, every delivery is
// attempted at once. If the process ends in between, a failed row remains that can be retried,
// never a gap.
import { randomUUID } from 'node:crypto';
import type { Database } from '../../adapters/database/database.ts';
import type { KeyVault } from '../../adapters/key-vault/key-vault.ts';
import type { OutgoingHttps, RequestOutcome } from '../../adapters/outgoing-https/outgoing-https.ts';
import { webhookSecretPlace } from '../../database/sealed-places.ts';
import type { AppendedEvent, EventStream, Follower } from '../../events/event-stream.ts';
import type { Logger } from '../../log.ts';
import { planHas } from '../../plans/plans.ts';
import { release } from '../../release.ts';
import { insertDeliveries } from './deliveries.store.ts';
import { createLanes, type Lanes } from './lanes.ts';
import { createOutcomeLog } from './outcome-log.ts';
import { noticesOf } from './webhook-events.ts';
import { signatureHeaders } from './webhook-signature.ts';
import { listActiveEndpoints } from './webhooks.store.ts';

export interface DeliveryParts {
  readonly database: Database;
  readonly vault: KeyVault;
  readonly outgoing: OutgoingHttps;
  readonly events: EventStream;
  readonly log: Pick<Logger, 'warn'>;
  countDelivery(outcome: 'delivered' | 'failed'): void;
  readonly now?: () => number;
}

export interface Delivery {
  readonly orgId: string;
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly url: string;
  readonly sealedSecret: string;
  readonly payload: string;
  readonly isTest: boolean;
}

/** What a delivery needs to know about its endpoint. */
export interface DeliveryTarget {
  readonly webhook_id: string;
  readonly url: string;
  readonly sealed_secret: string;
}

/** A batch of 50 records to two endpoints. More take turns. */
const mostAtOncePerOrganization = 100;

export type DeliveryService = ReturnType<typeof createDeliveryService>;

export function createDeliveryService(parts: DeliveryParts) {
  const { database, vault, outgoing, events, log, countDelivery, now = Date.now } = parts;
  const lanes = createLanes(mostAtOncePerOrganization);
  const outcomes = createOutcomeLog(database, events);

  async function send({ webhookId, deliveryId, url, sealedSecret, payload }: Delivery): Promise<SendOutcome> {
    const secret = vault.open(sealedSecret, webhookSecretPlace(webhookId)).toString();
    const headers = {
      'content-type': 'application/json',
      'user-agent': `content-provenance-service/${release}`,
      ...signatureHeaders(secret, deliveryId, payload, now()),
    };
    return { ...(await outgoing.post(url, headers, payload)), headers };
  }

  /**
   * Makes one attempt, logs it, and returns whether it succeeded. An endpoint that was disabled
   * meanwhile is not called.
   */
  function attempt(delivery: Delivery, disabled = new Set<string>()): Promise<boolean> {
    const { orgId, webhookId, deliveryId, isTest } = delivery;
    return lanes.run(orgId, async () => {
      const outcome = disabled.has(webhookId) ? notSent : await send(delivery);
      const { statusCode } = outcome;
      const succeeded = statusCode !== null && statusCode >= 200 && statusCode < 300;
      countDelivery(succeeded ? 'delivered' : 'failed');
      const takesMore = await outcomes.write({ ...outcome, orgId, webhookId, deliveryId, succeeded, isTest });
      if (!takesMore) disabled.add(webhookId);
      return succeeded;
    });
  }

  /** The event has happened: nothing about its deliveries must fail the request. */
  async function attemptAll(deliveries: readonly Delivery[]): Promise<void> {
    const disabled = new Set<string>();
    const settled = await Promise.allSettled(deliveries.map((delivery) => attempt(delivery, disabled)));
    const problem = settled.find((each) => each.status === 'rejected');
    if (problem) log.warn({ err: problem.reason }, 'the outcome of a delivery could not be written down');
  }

  const follow: Follower = async (transaction, orgId, appended) => {
    if (appended.every((event) => noticesOf(event).length === 0)) return;
    // On the transaction's own connection: a caller that has one and waits for another can wait
    // forever.
    const endpoints = (await listActiveEndpoints(transaction, orgId)).filter(({ plan }) => planHas(plan, 'webhooks'));
    const subscribers = endpoints.map((endpoint) => ({ ...endpoint, events: JSON.parse(endpoint.events) as string[] }));
    // Event by event, so that the first deliveries go to every endpoint and a dead one is known
    // early.
    const planned = appended.flatMap((cause) =>
      noticesOf(cause).flatMap(({ event, data }) =>
        subscribers
          .filter(({ events }) => events.includes(event))
          .map((endpoint) => planDelivery(orgId, endpoint, cause, event, data)),
      ),
    );
    if (planned.length === 0) return;
    await insertDeliveries(
      transaction,
      planned.map(({ row }) => row),
    );
    transaction.afterCommit(() => attemptAll(planned.map(({ delivery }) => delivery)));
  };

  return {
    follow,
    attempt: (delivery: Delivery) => attempt(delivery),
    /** Deliveries in progress, and those that wait for their turn. */
    queue: lanes as Pick<Lanes, 'busy' | 'waiting'>,
  };
}

/** With the headers as sent. Null: nothing was sent. */
type SendOutcome = RequestOutcome & { readonly headers: Readonly<Record<string, string>> | null };

const notSent: SendOutcome = {
  headers: null,
  statusCode: null,
  responseBody: null,
  failure: 'The endpoint was disabled before this delivery.',
  unreachable: false,
  milliseconds: 0,
};

/** A delivery and its row in the log. A test says so in its payload. */
export function planDelivery(
  orgId: string,
  { webhook_id: webhookId, url, sealed_secret: sealedSecret }: DeliveryTarget,
  { sequence, occurredAt }: Pick<AppendedEvent, 'sequence' | 'occurredAt'>,
  event: string,
  data: unknown,
  { deliveryId = randomUUID() as string, isTest = false } = {},
) {
  const timestamp = new Date(occurredAt).toISOString();
  const payload = JSON.stringify({
    id: deliveryId,
    event,
    timestamp,
    org_id: orgId,
    ...(isTest && { test: true }),
    data,
  });
  return {
    delivery: { orgId, webhookId, deliveryId, url, sealedSecret, payload, isTest } satisfies Delivery,
    row: {
      delivery_id: deliveryId,
      org_id: orgId,
      webhook_id: webhookId,
      sequence,
      event,
      payload,
      status: 'failed' as const,
      attempts: 1,
      created_at: occurredAt,
      is_test: Number(isTest),
    },
  };
}
