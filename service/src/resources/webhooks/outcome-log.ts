// Logs the outcomes of synchronous deliveries, and disables an endpoint at its fifth failure in a
// row. Outcomes share transactions: a thousand deliveries cost few commits.
import { createBatcher } from '../../adapters/database/batcher.ts';
import type { Database, Transaction } from '../../adapters/database/database.ts';
import type { RequestOutcome } from '../../adapters/outgoing-https/outgoing-https.ts';
import { chainStart } from '../../events/event-chain.ts';
import type { EventStream } from '../../events/event-stream.ts';
import { lockHead } from '../../events/events.store.ts';
import { finishAttempt } from './deliveries.store.ts';
import { addFailures, clearFailures, type EndpointRow } from './webhooks.store.ts';

export interface DeliveryOutcome extends RequestOutcome {
  readonly orgId: string;
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly succeeded: boolean;
  /** As sent. Null: nothing was sent. */
  readonly headers: Readonly<Record<string, string>> | null;
  /** A failed retry for a queued endpoint says nothing about its failures in a row. */
  readonly mode: EndpointRow['delivery'];
  /** Tests say nothing about them either. */
  readonly isTest: boolean;
}

export interface OutcomeLog {
  /** Resolves when the outcome is on disk, with whether the endpoint accepts more. */
  write(outcome: DeliveryOutcome): Promise<boolean>;
}

/** Specification, delivery rules. */
const mostFailures = 5;
const mostPerTransaction = 200;

export function createOutcomeLog(database: Database, events: EventStream): OutcomeLog {
  /** Returns the endpoints that are disabled or gone. */
  async function writeAll(transaction: Transaction, outcomes: readonly DeliveryOutcome[]): Promise<Set<string>> {
    for (const { orgId, deliveryId, succeeded, statusCode, responseBody, failure, ...rest } of outcomes) {
      await finishAttempt(transaction, orgId, deliveryId, {
        status: succeeded ? 'delivered' : 'failed',
        status_code: statusCode,
        response_body: responseBody,
        failure,
        latency_ms: rest.milliseconds,
        request_headers: rest.headers && JSON.stringify(rest.headers),
      });
    }
    // First, as in every transaction that changes an endpoint, so that none waits for another.
    const mayDisable = outcomes.find(({ isTest, mode, succeeded }) => !isTest && mode === 'synchronous' && !succeeded);
    if (mayDisable) await lockHead(transaction, mayDisable.orgId, chainStart);
    const disabled = new Set<string>();
    const byEndpoint = Map.groupBy(
      outcomes.filter(({ isTest, mode, succeeded }) => !isTest && (mode === 'synchronous' || succeeded)),
      ({ webhookId }) => webhookId,
    );
    // Always in the same order, so that two nodes never wait for each other.
    for (const webhookId of [...byEndpoint.keys()].sort()) {
      const own = byEndpoint.get(webhookId)!;
      for (const run of runsOf(own)) {
        if (!(await count(transaction, own[0]!.orgId, webhookId, run))) disabled.add(webhookId);
      }
    }
    return disabled;
  }

  /** Whether the endpoint accepts more. */
  async function count(transaction: Transaction, orgId: string, webhookId: string, run: Run): Promise<boolean> {
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

  const write = createBatcher<DeliveryOutcome, boolean>({
    database,
    most: mostPerTransaction,
    async write(transaction, _, outcomes) {
      const disabled = await writeAll(transaction, outcomes);
      return outcomes.map(({ webhookId }) => !disabled.has(webhookId));
    },
  });
  return { write: (outcome) => write(outcome.orgId, outcome) };
}

/** Consecutive successes or failures. */
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
