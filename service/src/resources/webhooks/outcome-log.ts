// Writes down what became of deliveries, and disables an endpoint at its fifth failure in a row. Outcomes that arrive
// while one transaction runs share the next: a thousand deliveries cost few commits.
import type { Database, Queries } from '../../adapters/database/database.ts';
import type { PostOutcome } from '../../adapters/outgoing-https/outgoing-https.ts';
import type { EventStream } from '../../events/event-stream.ts';
import { finishAttempt } from './deliveries.store.ts';
import { addFailures, clearFailures } from './webhooks.store.ts';

export interface DeliveryOutcome extends PostOutcome {
  readonly orgId: string;
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly succeeded: boolean;
}

export interface OutcomeLog {
  /** Resolves when the outcome is on disk. */
  write(outcome: DeliveryOutcome): Promise<void>;
}

interface Waiting {
  readonly outcome: DeliveryOutcome;
  resolve(): void;
  reject(problem: unknown): void;
}

/** Specification, delivery rules. */
const mostFailures = 5;
const mostPerTransaction = 200;

export function createOutcomeLog(database: Database, events: EventStream): OutcomeLog {
  const waiting: Waiting[] = [];
  let atWork = false;

  async function work(): Promise<void> {
    atWork = true;
    while (waiting.length > 0) {
      const share = waiting.splice(0, mostPerTransaction);
      try {
        await database.transaction((transaction) =>
          writeAll(
            transaction,
            share.map(({ outcome }) => outcome),
          ),
        );
        for (const { resolve } of share) resolve();
      } catch (problem) {
        for (const { reject } of share) reject(problem);
      }
    }
    atWork = false;
  }

  async function writeAll(transaction: Queries, outcomes: readonly DeliveryOutcome[]): Promise<void> {
    for (const { orgId, deliveryId, succeeded, statusCode, responseBody, failure, milliseconds } of outcomes) {
      await finishAttempt(transaction, orgId, deliveryId, {
        status: succeeded ? 'delivered' : 'failed',
        status_code: statusCode,
        response_body: responseBody,
        failure,
        latency_ms: milliseconds,
      });
    }
    const byEndpoint = Map.groupBy(outcomes, ({ webhookId }) => webhookId);
    // Always in the same order, so that two nodes never wait for each other.
    for (const webhookId of [...byEndpoint.keys()].sort()) {
      const own = byEndpoint.get(webhookId)!;
      for (const run of runsOf(own)) await count(transaction, own[0]!.orgId, webhookId, run);
    }
  }

  async function count(transaction: Queries, orgId: string, webhookId: string, run: Run): Promise<void> {
    if (run.succeeded) return clearFailures(transaction, orgId, webhookId);
    const endpoint = await addFailures(transaction, orgId, webhookId, run.length, mostFailures);
    if (endpoint?.status !== 'disabled') return;
    await events.append(transaction, orgId, [
      { type: 'webhook_disabled', metadata: { webhook_id: webhookId, failure_count: endpoint.failure_count } },
    ]);
  }

  return {
    write: (outcome) =>
      new Promise((resolve, reject) => {
        waiting.push({ outcome, resolve, reject });
        if (!atWork) void work();
      }),
  };
}

/** Successes or failures that follow on one another. */
interface Run {
  readonly succeeded: boolean;
  length: number;
}

function runsOf(outcomes: readonly DeliveryOutcome[]): Run[] {
  const runs: Run[] = [];
  for (const { succeeded } of outcomes) {
    const last = runs.at(-1);
    if (last?.succeeded === succeeded) last.length += 1;
    else runs.push({ succeeded, length: 1 });
  }
  return runs;
}
