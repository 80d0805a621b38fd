// Requests for a plan as the operator sees them: those of every organization.
import type { Queries } from '../adapters/database/database.ts';

/** Oldest first. */
export function listPendingRequests(queries: Queries) {
  return queries
    .selectFrom('plan_requests')
    .innerJoin('organizations', 'organizations.org_id', 'plan_requests.org_id')
    .selectAll('plan_requests')
    .select(['organizations.name as org_name', 'organizations.plan as current_plan'])
    .where('state', '=', 'pending')
    .orderBy('plan_requests.created_at')
    .orderBy('plan_requests.request_id')
    .execute();
}

/** Undefined if no pending request has this ID. */
export function decideRequest(
  transaction: Queries,
  requestId: string,
  decision: { readonly state: 'approved' | 'declined'; readonly reason: string | null; readonly decided_at: number },
) {
  return transaction
    .updateTable('plan_requests')
    .set(decision)
    .where('request_id', '=', requestId)
    .where('state', '=', 'pending')
    .returningAll()
    .executeTakeFirst();
}

/** The person who asked, or the owners if a key asked or the person has left. */
export async function listRecipients(queries: Queries, orgId: string, requestedBy: string): Promise<string[]> {
  const members = await queries
    .selectFrom('users')
    .select(['user_id', 'email', 'role'])
    .where('org_id', '=', orgId)
    .execute();
  const requester = members.filter(({ user_id }) => user_id === requestedBy);
  const chosen = requester.length > 0 ? requester : members.filter(({ role }) => role === 'owner');
  return chosen.map(({ email }) => email);
}
