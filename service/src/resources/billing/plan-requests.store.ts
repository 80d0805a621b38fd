// Requests for another plan. Every query takes the organization first, except the one of an email.
import type { Insertable, Selectable } from 'kysely';
import type { Queries } from '../../adapters/database/database.ts';
import type { PlanRequestsTable } from '../../database/schema.ts';

export type PlanRequestRow = Selectable<PlanRequestsTable>;

/** False if the organization already has a pending request. */
export async function insertPlanRequest(transaction: Queries, row: Insertable<PlanRequestsTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('plan_requests')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Newest first. */
export function listPlanRequests(queries: Queries, orgId: string, most: number): Promise<PlanRequestRow[]> {
  return queries
    .selectFrom('plan_requests')
    .selectAll()
    .where('org_id', '=', orgId)
    .orderBy('created_at', 'desc')
    .orderBy('request_id')
    .limit(most)
    .execute();
}

export function findPlanRequest(queries: Queries, orgId: string, requestId: string) {
  return queries
    .selectFrom('plan_requests')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('request_id', '=', requestId)
    .executeTakeFirst();
}

/** Undefined if it is not pending. */
export function withdrawPlanRequest(transaction: Queries, orgId: string, requestId: string, time: number) {
  return transaction
    .updateTable('plan_requests')
    .set({ state: 'withdrawn', decided_at: time })
    .where('org_id', '=', orgId)
    .where('request_id', '=', requestId)
    .where('state', '=', 'pending')
    .returningAll()
    .executeTakeFirst();
}

/** With its organization and, if they are still a member, the address of the person who asked. */
export function findRequestToMail(queries: Queries, requestId: string) {
  return queries
    .selectFrom('plan_requests')
    .innerJoin('organizations', 'organizations.org_id', 'plan_requests.org_id')
    .leftJoin('users', 'users.user_id', 'plan_requests.requested_by')
    .selectAll('plan_requests')
    .select(['organizations.name as org_name', 'organizations.plan as current_plan', 'users.email as requester_email'])
    .where('plan_requests.request_id', '=', requestId)
    .executeTakeFirst();
}
