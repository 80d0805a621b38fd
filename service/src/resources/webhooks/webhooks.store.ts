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
    .select(['webhook_id', 'url', 'events', 'sealed_secret', 'delivery', 'plan'])
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
  await transaction
    .deleteFrom('webhook_queue')
    .where('org_id', '=', orgId)
    .where('webhook_id', '=', webhookId)
    .execute();
  return numDeletedRows === 1n;
}

/** The state of an endpoint without failures. */
export const noFailures = { failure_count: 0, failing_since: null, failed_at: null, warned_at: null } as const;

export async function clearFailures(transaction: Queries, orgId: string, webhookId: string): Promise<void> {
  await transaction
    .updateTable('webhook_endpoints')
    .set(noFailures)
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

/**
 * Counts failures of queued deliveries. They start a new period of failures if the last one is
 * older than `restart`. Returns the new state, or undefined if the endpoint is disabled or no
 * longer queued.
 */
export function addQueuedFailures(
  transaction: Queries,
  orgId: string,
  webhookId: string,
  count: number,
  { time, restart }: { readonly time: number; readonly restart: number },
) {
  const continues = sql<boolean>`failing_since IS NOT NULL AND failed_at >= ${sql.lit(restart)}`;
  return transaction
    .updateTable('webhook_endpoints')
    .set({
      failure_count: sql<number>`failure_count + ${sql.lit(count)}`,
      failing_since: sql<number>`CASE WHEN ${continues} THEN failing_since ELSE ${sql.lit(time)} END`,
      warned_at: sql<number | null>`CASE WHEN ${continues} THEN warned_at END`,
      failed_at: time,
    })
    .where('org_id', '=', orgId)
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'active')
    .where('delivery', '=', 'queued')
    .returning(['failure_count', 'failing_since', 'warned_at'])
    .executeTakeFirst();
}

/** For an email: the endpoint of any organization. */
export function findMailedEndpoint(queries: Queries, webhookId: string): Promise<EndpointRow | undefined> {
  return queries.selectFrom('webhook_endpoints').selectAll().where('webhook_id', '=', webhookId).executeTakeFirst();
}

export async function listOwners(queries: Queries, orgId: string): Promise<string[]> {
  const rows = await queries
    .selectFrom('users')
    .select('email')
    .where('org_id', '=', orgId)
    .where('role', '=', 'owner')
    .execute();
  return rows.map(({ email }) => email);
}
