// What follows from an attempt of a queued delivery: it has arrived, is postponed, or the service
// gives up. The next delivery about the same subject becomes due only then. Outcomes of an
// organization share transactions.
import { createBatcher } from '../../adapters/database/batcher.ts';
import type { Database, Transaction } from '../../adapters/database/database.ts';
import { chainStart } from '../../events/event-chain.ts';
import { lockHead } from '../../events/events.store.ts';
import { logQueued, postpone, type QueuedRow, removeQueued } from './delivery-queue.store.ts';
import type { NoteAttempts } from './endpoint-health.ts';
import { nextAttemptAt } from './retry-schedule.ts';
import { hasSucceeded, type SendOutcome } from './send-delivery.ts';

export interface QueuedOutcome extends SendOutcome {
  readonly row: QueuedRow;
}

export interface QueueOutcomesParts {
  readonly database: Database;
  readonly noteAttempts: NoteAttempts;
  readonly now: () => number;
}

/** Few, because requests of the organization that cause events wait for the transaction. */
const mostPerTransaction = 50;
const goneStatus = 410;

export function createQueueOutcomes({ database, noteAttempts, now }: QueueOutcomesParts) {
  async function writeAll(transaction: Transaction, orgId: string, outcomes: readonly QueuedOutcome[], time: number) {
    // Otherwise, a delivery that is added now could wait for one that is removed now.
    await lockHead(transaction, orgId, chainStart);
    for (const outcome of outcomes) await writeOne(transaction, outcome, time);
    const attempted = outcomes.filter(({ headers }) => headers !== null);
    for (const [webhookId, own] of Map.groupBy(attempted, ({ row }) => row.webhook_id)) {
      const succeeded = own.filter(hasSucceeded).length;
      const isGone = own.some(({ statusCode }) => statusCode === goneStatus);
      await noteAttempts(transaction, orgId, webhookId, { succeeded, failed: own.length - succeeded, isGone }, time);
    }
  }

  async function writeOne(transaction: Transaction, outcome: QueuedOutcome, time: number): Promise<void> {
    const { row, headers, retryAfter, unreachable: _, ...result } = outcome;
    const succeeded = hasSucceeded(outcome);
    const mayFollow = !succeeded && headers !== null;
    const { attempts, created_at: createdAt } = row;
    const next = mayFollow ? nextAttemptAt({ attempts, createdAt, retryAfter }, time) : undefined;
    // A failure says nothing if another node has taken the delivery meanwhile.
    if (!succeeded && !(await postpone(transaction, row, next ?? time))) return;
    if (next === undefined) await removeQueued(transaction, row, time);
    await logQueued(transaction, row, {
      status: succeeded ? 'delivered' : next === undefined ? 'failed' : 'pending',
      attempts,
      status_code: result.statusCode,
      response_body: result.responseBody,
      failure: result.failure,
      latency_ms: result.milliseconds,
      request_headers: headers && JSON.stringify(headers),
    });
  }

  const write = createBatcher<QueuedOutcome, undefined>({
    database,
    most: mostPerTransaction,
    async write(transaction, orgId, outcomes) {
      await writeAll(transaction, orgId, outcomes, now());
      return outcomes.map(() => undefined);
    },
  });
  /** Resolves when it is on disk. */
  return (outcome: QueuedOutcome) => write(outcome.row.org_id, outcome);
}
