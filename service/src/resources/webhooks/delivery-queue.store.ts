// The queue of deliveries. Claims go across organizations; everything else takes the organization
// first.
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Queries } from '../../adapters/database/database.ts';
import type { WebhookDeliveriesTable, WebhookQueueTable } from '../../database/schema.ts';
import type { PlanName } from '../../plans/plans.ts';

export type QueuedRow = Selectable<WebhookQueueTable>;
type Place = Pick<QueuedRow, 'webhook_id' | 'subject'>;

/** Keeps a statement below the parameter limit of both databases. */
const rowsPerStatement = 500;

/** Which of these subjects have a delivery in the queue. */
export async function listWaitingSubjects(
  transaction: Queries,
  orgId: string,
  webhookIds: readonly string[],
  subjects: readonly string[],
): Promise<Place[]> {
  const found: Place[] = [];
  for (let start = 0; start < subjects.length; start += rowsPerStatement) {
    const rows = await transaction
      .selectFrom('webhook_queue')
      .select(['webhook_id', 'subject'])
      .distinct()
      .where('org_id', '=', orgId)
      .where('webhook_id', 'in', webhookIds)
      .where('subject', 'in', subjects.slice(start, start + rowsPerStatement))
      .execute();
    found.push(...rows);
  }
  return found;
}

export async function insertQueued(
  transaction: Queries,
  rows: readonly Insertable<WebhookQueueTable>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    await transaction
      .insertInto('webhook_queue')
      .values(rows.slice(start, start + rowsPerStatement))
      .execute();
  }
}

const isFree = (time: number) => sql<boolean>`(lease_until IS NULL OR lease_until <= ${time})`;

/** Active endpoints with deliveries that are due, with the plan of their organization. */
export function listDueEndpoints(queries: Queries, time: number, plans: readonly PlanName[]) {
  return queries
    .selectFrom('webhook_endpoints')
    .innerJoin('organizations', 'organizations.org_id', 'webhook_endpoints.org_id')
    .select(['webhook_id', 'webhook_endpoints.org_id', 'url', 'sealed_secret', 'failure_count'])
    .where('status', '=', 'active')
    .where('plan', 'in', plans)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('webhook_queue')
          .select('delivery_id')
          .whereRef('webhook_queue.webhook_id', '=', 'webhook_endpoints.webhook_id')
          .where('next_attempt_at', '<=', time)
          .where(isFree(time)),
      ),
    )
    .execute();
}

/** Takes deliveries of an endpoint for one attempt. A second node gets others. */
export function claimDue(
  transaction: Queries,
  orgId: string,
  webhookId: string,
  time: number,
  until: number,
  most: number,
): Promise<QueuedRow[]> {
  return (
    transaction
      .updateTable('webhook_queue')
      .set({ attempts: sql<number>`attempts + 1`, lease_until: until })
      .where('delivery_id', 'in', (each) =>
        each
          .selectFrom('webhook_queue')
          .select('delivery_id')
          .where('org_id', '=', orgId)
          .where('webhook_id', '=', webhookId)
          .where('next_attempt_at', '<=', time)
          .where(isFree(time))
          .orderBy('next_attempt_at')
          .limit(most),
      )
      // Again, because another node could have taken it meanwhile.
      .where(isFree(time))
      .returningAll()
      .execute()
  );
}

/** False if another node has taken the delivery meanwhile. */
export async function postpone(transaction: Queries, row: QueuedRow, until: number): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('webhook_queue')
    .set({ next_attempt_at: until, lease_until: null })
    .where('org_id', '=', row.org_id)
    .where('delivery_id', '=', row.delivery_id)
    .where('attempts', '=', row.attempts)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * The next delivery about the same subject becomes due. Expects that the organization's head of
 * events is locked, so that none is added at the same moment. False if the row was gone.
 */
export async function removeQueued(transaction: Queries, row: QueuedRow, time: number): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('webhook_queue')
    .where('org_id', '=', row.org_id)
    .where('delivery_id', '=', row.delivery_id)
    .executeTakeFirst();
  await transaction
    .updateTable('webhook_queue')
    .set({ next_attempt_at: time })
    .where('next_attempt_at', 'is', null)
    .where('delivery_id', '=', (each) =>
      each
        .selectFrom('webhook_queue')
        .select('delivery_id')
        .where('org_id', '=', row.org_id)
        .where('webhook_id', '=', row.webhook_id)
        .where('subject', '=', row.subject)
        .orderBy('sequence')
        .orderBy('event')
        .limit(1),
    )
    .execute();
  return numDeletedRows === 1n;
}

/** What was postponed is due now. */
export async function makeDue(transaction: Queries, orgId: string, webhookId: string, time: number): Promise<void> {
  await transaction
    .updateTable('webhook_queue')
    .set({ next_attempt_at: time })
    .where('org_id', '=', orgId)
    .where('webhook_id', '=', webhookId)
    .where('next_attempt_at', '>', time)
    .execute();
}

/** Deliveries of events before a time, to endpoints that are disabled or not in the plan. */
export function listUndeliverable(queries: Queries, before: number, plans: readonly PlanName[], most: number) {
  return queries
    .selectFrom('webhook_queue')
    .innerJoin('webhook_endpoints', 'webhook_endpoints.webhook_id', 'webhook_queue.webhook_id')
    .innerJoin('organizations', 'organizations.org_id', 'webhook_endpoints.org_id')
    .selectAll('webhook_queue')
    .where('webhook_queue.created_at', '<=', before)
    .where((each) => each.or([each('status', '=', 'disabled'), each('plan', 'not in', plans)]))
    .orderBy('webhook_queue.created_at')
    .limit(most)
    .execute();
}

/** The body of a queued delivery. Undefined: the delivery was deleted. */
export async function findPayload(queries: Queries, row: QueuedRow): Promise<string | undefined> {
  const delivery = await queries
    .selectFrom('webhook_deliveries')
    .select('payload')
    .where('org_id', '=', row.org_id)
    .where('delivery_id', '=', row.delivery_id)
    .where('created_at', '=', row.created_at)
    .executeTakeFirst();
  return delivery?.payload;
}

/** A delivery that has arrived stays so. */
export async function logQueued(
  transaction: Queries,
  row: QueuedRow,
  outcome: Updateable<WebhookDeliveriesTable>,
): Promise<void> {
  await transaction
    .updateTable('webhook_deliveries')
    .set(outcome)
    .where('org_id', '=', row.org_id)
    .where('delivery_id', '=', row.delivery_id)
    .where('created_at', '=', row.created_at)
    .where('status', '=', 'pending')
    .execute();
}

/** Deliveries in the queue, and the time of the oldest event. */
export async function measureQueue(queries: Queries): Promise<{ count: number; oldest: number | null }> {
  const { count, oldest } = await queries
    .selectFrom('webhook_queue')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<number | null>('created_at').as('oldest')])
    .executeTakeFirstOrThrow();
  return { count: Number(count), oldest: oldest === null ? null : Number(oldest) };
}
