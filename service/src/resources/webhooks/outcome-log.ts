// Writes down what became of deliveries, and disables an endpoint at its fifth failure in a row. Outcomes that arrive
// while one transaction runs share the next: a thousand deliveries cost few commits.
import type { Database, Queries } from '../../adapters/database/database.ts';
import type { Outcome } from '../../adapters/outgoing-https/outgoing-https.ts';
import type { EventStream } from '../../events/event-stream.ts';
import { finishAttempt } from './deliveries.store.ts';
import { addFailures, clearFailures } from './webhooks.store.ts';

export interface DeliveryOutcome extends Outcome {
  readonly orgId: string;
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly succeeded: boolean;
}

export interface OutcomeLog {
  /** Resolves when the outcome is on disk, with whether the endpoint takes more. */
  write(outcome: DeliveryOutcome): Promise<boolean>;
}

interface Waiting {
  readonly outcome: DeliveryOutcome;
  resolve(takesMore: boolean): void;
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
        const disabled = await database.transaction((transaction) =>
          writeAll(
            transaction,
            share.map(({ outcome }) => outcome),
          ),
        );
        for (const { resolve, outcome } of share) resolve(!disabled.has(outcome.webhookId));
      } catch (problem) {
        for (const { reject } of share) reject(problem);
      }
    }
    atWork = false;
  }

  /** Gives the endpoints that are disabled, or gone. */
  async function writeAll(transaction: Queries, outcomes: readonly DeliveryOutcome[]): Promise<Set<string>> {
    for (const { orgId, deliveryId, succeeded, statusCode, responseBody, failure, milliseconds } of outcomes) {
      await finishAttempt(transaction, orgId, deliveryId, {
        status: succeeded ? 'delivered' : 'failed',
        status_code: statusCode,
        response_body: responseBody,
        failure,
        latency_ms: milliseconds,
      });
    }
    const disabled = new Set<string>();
    const byEndpoint = Map.groupBy(outcomes, ({ webhookId }) => webhookId);
    // Always in the same order, so that two nodes never wait for each other.
    for (const webhookId of [...byEndpoint.keys()].sort()) {
      const own = byEndpoint.get(webhookId)!;
      for (const run of runsOf(own)) {
        if (!(await count(transaction, own[0]!.orgId, webhookId, run))) disabled.add(webhookId);
      }
    }
    return disabled;
  }

  /** Whether the endpoint takes more. */
  async function count(transaction: Queries, orgId: string, webhookId: string, run: Run): Promise<boolean> {
    if (run.succeeded) {
      await clearFailures(transaction, orgId, webhookId);
      return true;
    }
    const endpoint = await addFailures(transaction, orgId, webhookId, run.length, mostFailures);
    if (endpoint?.status !== 'disabled') return endpoint !== undefined;
    await events.append(transaction, orgId, [
      { type: 'webhook_disabled', metadata: { webhook_id: webhookId, failure_count: endpoint.failure_count } },
    ]);
    return false;
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
