// Webhook endpoints. Every query takes the organization first.
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Queries } from '../../adapters/database/database.ts';
import type { WebhookEndpointsTable } from '../../database/schema.ts';

export type EndpointRow = Selectable<WebhookEndpointsTable>;

export async function insertEndpoint(transaction: Queries, row: Insertable<WebhookEndpointsTable>): Promise<void> {
  await transaction.insertInto('webhook_endpoints').values(row).execute();
}

/** Oldest first. */
export function listEndpoints(queries: Queries, orgId: string): Promise<EndpointRow[]> {
  return queries
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('org_id', '=', orgId)
    .orderBy('created_at')
    .orderBy('webhook_id')
    .execute();
}

export function findEndpoint(queries: Queries, orgId: string, webhookId: string): Promise<EndpointRow | undefined> {
  return queries
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('webhook_id', '=', webhookId)
    .executeTakeFirst();
}

/** Those that are active, with the plan of their organization. */
export function listActiveEndpoints(queries: Queries, orgId: string) {
  return queries
    .selectFrom('webhook_endpoints')
    .innerJoin('organizations', 'organizations.org_id', 'webhook_endpoints.org_id')
    .select(['webhook_id', 'url', 'events', 'sealed_secret', 'plan'])
    .where('webhook_endpoints.org_id', '=', orgId)
    .where('status', '=', 'active')
    .execute();
}

export function updateEndpoint(
  transaction: Queries,
  orgId: string,
  webhookId: string,
  changes: Updateable<WebhookEndpointsTable>,
): Promise<EndpointRow | undefined> {
  return transaction
    .updateTable('webhook_endpoints')
    .set(changes)
    .where('org_id', '=', orgId)
    .where('webhook_id', '=', webhookId)
    .returningAll()
    .executeTakeFirst();
}

/** With its deliveries. False if there is no such endpoint. */
export async function deleteEndpoint(transaction: Queries, orgId: string, webhookId: string): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('webhook_endpoints')
    .where('org_id', '=', orgId)
    .where('webhook_id', '=', webhookId)
    .executeTakeFirst();
  await transaction
    .deleteFrom('webhook_deliveries')
    .where('org_id', '=', orgId)
    .where('webhook_id', '=', webhookId)
    .execute();
  return numDeletedRows === 1n;
}

export async function clearFailures(transaction: Queries, orgId: string, webhookId: string): Promise<void> {
  await transaction
    .updateTable('webhook_endpoints')
    .set({ failure_count: 0 })
    .where('org_id', '=', orgId)
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'active')
    .where('failure_count', '>', 0)
    .execute();
}

/**
 * Counts failures, and disables the endpoint at the maximum. Returns the new state, or undefined if
 * the endpoint was not active.
 */
export function addFailures(transaction: Queries, orgId: string, webhookId: string, count: number, most: number) {
  const [added, limit] = [sql.lit(count), sql.lit(most)];
  return transaction
    .updateTable('webhook_endpoints')
    .set({
      failure_count: sql<number>`CASE WHEN failure_count + ${added} >= ${limit} THEN ${limit} ELSE failure_count + ${added} END`,
      status: sql<
        EndpointRow['status']
      >`CASE WHEN failure_count + ${added} >= ${limit} THEN 'disabled' ELSE 'active' END`,
    })
    .where('org_id', '=', orgId)
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'active')
    .returning(['status', 'failure_count'])
    .executeTakeFirst();
}
