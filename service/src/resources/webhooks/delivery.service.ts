// Delivers events to the endpoints that subscribed to them. The transaction of the event writes the
// rows of the log. Those of endpoints with queued delivery go to the queue (delivery-queue.ts). The
// others are attempted after the commit, all at once, still within the request. Their rows begin as
// failed: if the process ends in between, a row remains that can be retried, never a gap.
import { randomUUID } from 'node:crypto';
import type { Database } from '../../adapters/database/database.ts';
import type { AppendedEvent, EventStream, Follower } from '../../events/event-stream.ts';
import type { Logger } from '../../log.ts';
import { planHas } from '../../plans/plans.ts';
import { insertDeliveries } from './deliveries.store.ts';
import type { DeliveryQueue } from './delivery-queue.ts';
import { createLanes, type Lanes } from './lanes.ts';
import { createOutcomeLog } from './outcome-log.ts';
import { hasSucceeded, notSent, type SendDelivery, type SentDelivery } from './send-delivery.ts';
import { type Notice, noticesOf, subjectOf } from './webhook-events.ts';
import { type EndpointRow, listActiveEndpoints } from './webhooks.store.ts';

export interface DeliveryParts {
  readonly database: Database;
  readonly events: EventStream;
  readonly send: SendDelivery;
  readonly queue: Pick<DeliveryQueue, 'enqueue'>;
  readonly log: Pick<Logger, 'warn'>;
  countDelivery(outcome: 'delivered' | 'failed'): void;
}

export interface Delivery extends SentDelivery {
  readonly orgId: string;
  /** How the endpoint gets its events. */
  readonly mode: EndpointRow['delivery'];
  readonly isTest: boolean;
}

/** What a delivery needs to know about its endpoint. */
export type DeliveryTarget = Pick<EndpointRow, 'webhook_id' | 'url' | 'sealed_secret' | 'delivery'>;

/** A batch of 50 records to two endpoints. More take turns. */
const mostAtOncePerOrganization = 100;

export type DeliveryService = ReturnType<typeof createDeliveryService>;

export function createDeliveryService(parts: DeliveryParts) {
  const { database, events, send, queue, log, countDelivery } = parts;
  const lanes = createLanes(mostAtOncePerOrganization);
  const outcomes = createOutcomeLog(database, events);

  /**
   * Makes one attempt, logs it, and returns whether it succeeded. An endpoint that was disabled
   * meanwhile is not called.
   */
  function attempt(delivery: Delivery, disabled = new Set<string>()): Promise<boolean> {
    const { orgId, webhookId, deliveryId, mode, isTest } = delivery;
    return lanes.run(orgId, async () => {
      const outcome = disabled.has(webhookId) ? disabledMeanwhile : await send(delivery);
      const succeeded = hasSucceeded(outcome);
      countDelivery(succeeded ? 'delivered' : 'failed');
      const takesMore = await outcomes.write({ ...outcome, orgId, webhookId, deliveryId, succeeded, mode, isTest });
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
    const { synchronous = [], queued = [] } = Object.groupBy(planned, ({ delivery }) => delivery.mode);
    await insertDeliveries(transaction, [
      ...synchronous.map(({ row }) => row),
      ...queued.map(({ row }) => ({ ...row, status: 'pending' as const, attempts: 0 })),
    ]);
    if (queued.length > 0) await queue.enqueue(transaction, orgId, queued.map(placeInQueue));
    if (synchronous.length === 0) return;
    transaction.afterCommit(() => attemptAll(synchronous.map(({ delivery }) => delivery)));
  };

  return {
    follow,
    attempt: (delivery: Delivery) => attempt(delivery),
    /** Deliveries in progress, and those that wait for their turn. */
    queue: lanes as Omit<Lanes, 'run'>,
  };
}

const disabledMeanwhile = notSent('The endpoint was disabled before this delivery.');

/** A delivery and its row in the log. A test says so in its payload. */
export function planDelivery(
  orgId: string,
  { webhook_id: webhookId, url, sealed_secret: sealedSecret, delivery: mode }: DeliveryTarget,
  { sequence, occurredAt }: Pick<AppendedEvent, 'sequence' | 'occurredAt'>,
  event: string,
  data: Notice['data'],
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
    delivery: { orgId, webhookId, deliveryId, url, sealedSecret, payload, mode, isTest } satisfies Delivery,
    subject: subjectOf(event, data),
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

function placeInQueue({ row, subject }: Pick<ReturnType<typeof planDelivery>, 'row' | 'subject'>) {
  const { delivery_id, webhook_id, sequence, event, created_at } = row;
  return { delivery_id, webhook_id, subject, sequence, event, created_at };
}
