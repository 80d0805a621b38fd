// Deliveries: one row for each event and endpoint, for any outcome. Every query takes the
// organization first.
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Queries } from '../../adapters/database/database.ts';
import type { WebhookDeliveriesTable } from '../../database/schema.ts';

export type DeliveryRow = Selectable<WebhookDeliveriesTable>;

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
    .select([
      'delivery_id',
      'webhook_id',
      'event',
      'status',
      'status_code',
      'response_body',
      'failure',
      'latency_ms',
      'attempts',
      'created_at',
      'is_test',
    ])
    .where('org_id', '=', orgId)
    .where('webhook_id', '=', webhookId)
    .orderBy('sequence', 'desc')
    .orderBy('event', 'desc')
    .limit(most)
    .execute();
}

export function findDelivery(
  queries: Queries,
  orgId: string,
  webhookId: string,
  deliveryId: string,
): Promise<DeliveryRow | undefined> {
  return queries
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('webhook_id', '=', webhookId)
    .where('delivery_id', '=', deliveryId)
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
