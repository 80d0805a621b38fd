// Queued deliveries: the transaction of an event puts them into the queue, and every node sends
// what is due. A node has a delivery for itself for a minute, so that another one sends it again
// only if the first one dies. Deliveries about the same subject are sent one after another, others
// at the same time, within limits for each endpoint, organization and node.
import type { Database, Transaction } from '../../adapters/database/database.ts';
import type { EventStream } from '../../events/event-stream.ts';
import type { Logger } from '../../log.ts';
import type { MailQueue } from '../../mail/mail-queue.ts';
import { planHas, planNames } from '../../plans/plans.ts';
import { runIn } from '../../telemetry/tracing.ts';
import {
  claimDue,
  findPayload,
  insertQueued,
  listDueEndpoints,
  listUndeliverable,
  listWaitingSubjects,
  makeDue,
  measureQueue,
  type QueuedRow,
} from './delivery-queue.store.ts';
import { createEndpointHealth } from './endpoint-health.ts';
import { createQueueOutcomes } from './queue-outcomes.ts';
import { retryMilliseconds } from './retry-schedule.ts';
import { hasSucceeded, notSent, type SendDelivery } from './send-delivery.ts';
import { createSlots } from './slots.ts';

export interface DeliveryQueueParts {
  readonly database: Database;
  readonly events: EventStream;
  readonly mailQueue: Pick<MailQueue, 'enqueue'>;
  readonly send: SendDelivery;
  readonly log: Pick<Logger, 'warn'>;
  countDelivery(outcome: 'delivered' | 'failed'): void;
  readonly now?: () => number;
}

/** A delivery that waits for its first attempt. */
export type NewQueued = Pick<QueuedRow, 'delivery_id' | 'webhook_id' | 'subject' | 'sequence' | 'event' | 'created_at'>;

type DueEndpoint = Awaited<ReturnType<typeof listDueEndpoints>>[number];

const pollMilliseconds = 5_000;
/** Longer than an attempt, which ends after ten seconds. */
const leaseMilliseconds = 60_000;
const limits = { endpoint: 10, organization: 20, all: 200 };
/** Until it succeeds, an endpoint that fails gets one delivery at a time from each node. */
const mostWhileFailing = 1;
const givenUpAtOnce = 100;
const plansWithWebhooks = planNames.filter((name) => planHas(name, 'webhooks'));

export type DeliveryQueue = ReturnType<typeof createDeliveryQueue>;

export function createDeliveryQueue(parts: DeliveryQueueParts) {
  const { database, send, log, countDelivery, now = Date.now } = parts;
  const writeOutcome = createQueueOutcomes({ database, noteAttempts: createEndpointHealth(parts), now });
  const slots = createSlots();
  const inProgress = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let atWork: Promise<void> | undefined;
  let givingUp: Promise<void> | undefined;
  let again = false;
  let isRunning = false;

  /** Returns how many it started. Does not wait for them. */
  async function startDue(): Promise<number> {
    const endpoints = await listDueEndpoints(database.read, now(), plansWithWebhooks);
    // Organizations with the fewest deliveries in progress go first.
    endpoints.sort((left, right) => slots.of(left.org_id) - slots.of(right.org_id));
    let started = 0;
    for (const endpoint of endpoints) {
      const room = roomFor(endpoint);
      if (room > 0) started += await startSome(endpoint, room);
    }
    return started;
  }

  function roomFor({ webhook_id, org_id, failure_count }: DueEndpoint): number {
    const most = failure_count > 0 ? mostWhileFailing : limits.endpoint;
    return Math.min(most - slots.of(webhook_id), limits.organization - slots.of(org_id), limits.all - inProgress.size);
  }

  async function startSome(endpoint: DueEndpoint, most: number): Promise<number> {
    const { org_id, webhook_id } = endpoint;
    const time = now();
    const claimed = await database.transaction((transaction) =>
      claimDue(transaction, org_id, webhook_id, time, time + leaseMilliseconds, most),
    );
    for (const row of claimed) {
      const release = slots.take(webhook_id, org_id);
      const attempt = attemptOne(endpoint, row)
        .catch((problem) => log.warn({ err: problem }, 'a queued delivery was interrupted; it is sent again'))
        .finally(() => {
          release();
          inProgress.delete(attempt);
          wake();
        });
      inProgress.add(attempt);
    }
    return claimed.length;
  }

  async function attemptOne({ url, sealed_secret: sealedSecret }: DueEndpoint, row: QueuedRow): Promise<void> {
    const { webhook_id: webhookId, delivery_id: deliveryId } = row;
    const payload = await findPayload(database.read, row);
    const outcome =
      payload === undefined
        ? notSent('The delivery was deleted.')
        : await send({ webhookId, deliveryId, url, sealedSecret, payload });
    countDelivery(hasSucceeded(outcome) ? 'delivered' : 'failed');
    await writeOutcome({ ...outcome, row });
  }

  /** The rest has an attempt every hour, which gives up by itself. */
  async function giveUpUndeliverable(): Promise<void> {
    for (let count = givenUpAtOnce; count === givenUpAtOnce; ) {
      const rows = await listUndeliverable(database.read, now() - retryMilliseconds, plansWithWebhooks, givenUpAtOnce);
      const outcome = notSent(
        'The endpoint was disabled, or the plan had no webhooks, until 24 hours after the event.',
      );
      await Promise.all(rows.map((row) => writeOutcome({ ...outcome, row })));
      count = rows.length;
    }
  }

  async function work(): Promise<void> {
    do {
      again = false;
      await startDue();
    } while (again && isRunning);
  }

  function wake(): void {
    if (!isRunning) return;
    again = true;
    // The queue sends the events of many requests, so it belongs to none of their traces.
    atWork ??= runIn(undefined, work)
      .catch((problem) => log.warn({ err: problem }, 'queued deliveries could not be read'))
      .finally(() => {
        atWork = undefined;
        if (again) wake();
      });
  }

  function poll(): void {
    wake();
    givingUp ??= giveUpUndeliverable()
      .catch((problem) => log.warn({ err: problem }, 'queued deliveries could not be given up'))
      .finally(() => {
        givingUp = undefined;
      });
  }

  return {
    /** In the order of the events. Expects that the head of the organization's events is locked. */
    async enqueue(transaction: Transaction, orgId: string, deliveries: readonly NewQueued[]): Promise<void> {
      const idOf = ({ webhook_id, subject }: Pick<NewQueued, 'webhook_id' | 'subject'>) => `${webhook_id} ${subject}`;
      const webhookIds = [...new Set(deliveries.map(({ webhook_id }) => webhook_id))];
      const subjects = [...new Set(deliveries.map(({ subject }) => subject))];
      const taken = new Set((await listWaitingSubjects(transaction, orgId, webhookIds, subjects)).map(idOf));
      const rows = deliveries.map((delivery) => {
        const next_attempt_at = taken.has(idOf(delivery)) ? null : delivery.created_at;
        taken.add(idOf(delivery));
        return { ...delivery, org_id: orgId, next_attempt_at };
      });
      await insertQueued(transaction, rows);
      transaction.afterCommit(async () => wake());
    },
    /** Ends the pauses of an endpoint's deliveries. */
    async hurry(transaction: Transaction, orgId: string, webhookId: string): Promise<void> {
      await makeDue(transaction, orgId, webhookId, now());
      transaction.afterCommit(async () => wake());
    },
    /** Sends everything that is due, and waits for it. */
    async sendDue(): Promise<void> {
      await giveUpUndeliverable();
      while ((await startDue()) > 0 || inProgress.size > 0) await Promise.race(inProgress);
    },
    async measure() {
      const { count, oldest } = await measureQueue(database.read);
      return { count, oldestSeconds: oldest === null ? 0 : Math.max(0, (now() - oldest) / 1_000) };
    },
    start(): void {
      isRunning = true;
      timer = setInterval(poll, pollMilliseconds).unref();
      poll();
    },
    /** Finishes the attempts in progress. The rest waits in the database. */
    async stop(): Promise<void> {
      isRunning = false;
      clearInterval(timer);
      await Promise.all([atWork, givingUp]);
      await Promise.all(inProgress);
    },
  };
}
