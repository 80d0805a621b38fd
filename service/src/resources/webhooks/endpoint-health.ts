// The failures of an endpoint with queued deliveries. Owners get a warning after half a day, which
// is before the first delivery is lost. After three days without a success, the service disables
// the endpoint. An endpoint that returns 410 asks for that at once (Standard Webhooks, 1.0).
import type { Transaction } from '../../adapters/database/database.ts';
import type { EventStream } from '../../events/event-stream.ts';
import type { MailQueue } from '../../mail/mail-queue.ts';
import { addQueuedFailures, clearFailures, listOwners, updateEndpoint } from './webhooks.store.ts';

export interface HealthParts {
  readonly events: EventStream;
  readonly mailQueue: Pick<MailQueue, 'enqueue'>;
}

export interface QueuedAttempts {
  readonly succeeded: number;
  readonly failed: number;
  /** Whether a response was 410. */
  readonly isGone: boolean;
}

const hour = 60 * 60 * 1_000;
const warnAfter = 12 * hour;
const disableAfter = 3 * 24 * hour;
/**
 * While a delivery is due there is at least one attempt an hour, so after a longer gap nothing was
 * due, and a new period of failures starts.
 */
const longestGap = 2 * hour;

export function createEndpointHealth({ events, mailQueue }: HealthParts) {
  async function disable(transaction: Transaction, orgId: string, webhookId: string, failureCount: number) {
    await updateEndpoint(transaction, orgId, webhookId, { status: 'disabled' });
    await events.append(transaction, orgId, [
      { type: 'webhook_disabled', metadata: { webhook_id: webhookId, failure_count: failureCount } },
    ]);
    await tellOwners(transaction, 'webhook_disabled', orgId, webhookId);
  }

  async function warn(transaction: Transaction, orgId: string, webhookId: string, since: number, time: number) {
    await updateEndpoint(transaction, orgId, webhookId, { warned_at: time });
    const failing_since = new Date(since).toISOString();
    await events.append(transaction, orgId, [
      { type: 'webhook_failing', metadata: { webhook_id: webhookId, failing_since } },
    ]);
    await tellOwners(transaction, 'webhook_failing', orgId, webhookId);
  }

  async function tellOwners(transaction: Transaction, kind: string, orgId: string, webhookId: string) {
    for (const to of await listOwners(transaction, orgId)) {
      await mailQueue.enqueue(transaction, { kind, to, code: webhookId });
    }
  }

  /** Notes attempts that ended together. One success among them shows that the endpoint works. */
  return async (
    transaction: Transaction,
    orgId: string,
    webhookId: string,
    { succeeded, failed, isGone }: QueuedAttempts,
    time: number,
  ): Promise<void> => {
    if (succeeded > 0) return clearFailures(transaction, orgId, webhookId);
    const period = { time, restart: time - longestGap };
    const state = await addQueuedFailures(transaction, orgId, webhookId, failed, period);
    if (!state) return;
    const since = state.failing_since!;
    if (isGone || time - since >= disableAfter) {
      await disable(transaction, orgId, webhookId, state.failure_count);
    } else if (time - since >= warnAfter && state.warned_at === null) {
      await warn(transaction, orgId, webhookId, since, time);
    }
  };
}

export type NoteAttempts = ReturnType<typeof createEndpointHealth>;
