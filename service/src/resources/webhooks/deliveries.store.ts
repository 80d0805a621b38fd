// Deliveries: one row for each event and endpoint, for any outcome. Every query takes the
// organization first.
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Queries } from '../../adapters/database/database.ts';
import type { WebhookDeliveriesTable, WebhookQueueTable } from '../../database/schema.ts';

/** With the time of the next attempt, if the delivery is in the queue. */
export type DeliveryRow = Selectable<WebhookDeliveriesTable> & Pick<Selectable<WebhookQueueTable>, 'next_attempt_at'>;

/** Keeps a statement below the parameter limit of both databases. */
const rowsPerInsert = 500;

export async function insertDeliveries(
  transaction: Queries,
  rows: readonly Insertable<WebhookDeliveriesTable>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerInsert) {
    await transaction
      .insertInto('webhook_deliveries')
      .values(rows.slice(start, start + rowsPerInsert))
      .execute();
  }
}

/** Newest first, without their payloads. */
export function listDeliveries(queries: Queries, orgId: string, webhookId: string, most: number) {
  return queries
    .selectFrom('webhook_deliveries')
    .leftJoin('webhook_queue', 'webhook_queue.delivery_id', 'webhook_deliveries.delivery_id')
    .select([
      'webhook_deliveries.delivery_id',
      'webhook_deliveries.webhook_id',
      'webhook_deliveries.event',
      'status',
      'status_code',
      'response_body',
      'failure',
      'latency_ms',
      'webhook_deliveries.attempts',
      'next_attempt_at',
      'webhook_deliveries.created_at',
      'is_test',
    ])
    .where('webhook_deliveries.org_id', '=', orgId)
    .where('webhook_deliveries.webhook_id', '=', webhookId)
    .orderBy('webhook_deliveries.sequence', 'desc')
    .orderBy('webhook_deliveries.event', 'desc')
    .limit(most)
    .execute();
}

export function findDelivery(queries: Queries, orgId: string, webhookId: string, deliveryId: string) {
  return queries
    .selectFrom('webhook_deliveries')
    .leftJoin('webhook_queue', 'webhook_queue.delivery_id', 'webhook_deliveries.delivery_id')
    .selectAll('webhook_deliveries')
    .select('next_attempt_at')
    .where('webhook_deliveries.org_id', '=', orgId)
    .where('webhook_deliveries.webhook_id', '=', webhookId)
    .where('webhook_deliveries.delivery_id', '=', deliveryId)
    .executeTakeFirst();
}

/** Counts an attempt that is about to start. False if the delivery has succeeded meanwhile. */
export async function beginAttempt(transaction: Queries, orgId: string, deliveryId: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('webhook_deliveries')
    .set({ attempts: sql<number>`attempts + 1` })
    .where('org_id', '=', orgId)
    .where('delivery_id', '=', deliveryId)
    .where('status', '=', 'failed')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** A successful delivery stays so, even if a second attempt fails. */
export async function finishAttempt(
  transaction: Queries,
  orgId: string,
  deliveryId: string,
  outcome: Updateable<WebhookDeliveriesTable>,
): Promise<void> {
  await transaction
    .updateTable('webhook_deliveries')
    .set(outcome)
    .where('org_id', '=', orgId)
    .where('delivery_id', '=', deliveryId)
    .where('status', '=', 'failed')
    .execute();
}
