// Invites. Every query takes the organization first, except those that start with the secret of a
// link.
import type { Insertable } from 'kysely';
import type { Queries } from '../../adapters/database/database.ts';
import type { InvitesTable } from '../../database/schema.ts';

/** Neither accepted nor expired. */
const pending = (queries: Queries, orgId: string, time: number) =>
  queries
    .selectFrom('invites')
    .where('org_id', '=', orgId)
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', time);

export function listPendingInvites(queries: Queries, orgId: string, time: number) {
  return pending(queries, orgId, time)
    .select(['invite_id', 'email', 'role', 'inviter_id', 'created_at', 'expires_at'])
    .orderBy('created_at', 'desc')
    .orderBy('invite_id')
    .execute();
}

export async function countPendingInvites(queries: Queries, orgId: string, time: number): Promise<number> {
  const { count } = await pending(queries, orgId, time)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertInvite(transaction: Queries, invite: Insertable<InvitesTable>): Promise<void> {
  await transaction.insertInto('invites').values(invite).execute();
}

/** Ends the open invite of an address and resolves with its id. */
export async function expireInvite(
  transaction: Queries,
  orgId: string,
  email: string,
  time: number,
): Promise<string | undefined> {
  const row = await transaction
    .updateTable('invites')
    .set({ expires_at: time })
    .where('org_id', '=', orgId)
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', time)
    .returning('invite_id')
    .executeTakeFirst();
  return row?.invite_id;
}

/** False if the organization has no such open invite. */
export async function deletePendingInvite(
  transaction: Queries,
  orgId: string,
  inviteId: string,
  time: number,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('invites')
    .where('org_id', '=', orgId)
    .where('invite_id', '=', inviteId)
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', time)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** By the secret of the emailed link or of the copied one, in any state. */
export function findInvite(queries: Queries, secretHash: string) {
  return queries
    .selectFrom('invites')
    .innerJoin('organizations', 'organizations.org_id', 'invites.org_id')
    .select([
      'invites.invite_id',
      'invites.org_id',
      'invites.email',
      'invites.role',
      'invites.expires_at',
      'invites.accepted_at',
      'invites.token_hash',
      'organizations.name as org_name',
    ])
    .where(({ or, eb }) => or([eb('invites.token_hash', '=', secretHash), eb('invites.link_hash', '=', secretHash)]))
    .executeTakeFirst();
}

/** Replaces the copied link of an open invite. Undefined if the organization has no such invite. */
export function setInviteLink(
  transaction: Queries,
  orgId: string,
  inviteId: string,
  linkHash: string,
  time: number,
): Promise<{ expires_at: number } | undefined> {
  return transaction
    .updateTable('invites')
    .set({ link_hash: linkHash })
    .where('org_id', '=', orgId)
    .where('invite_id', '=', inviteId)
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', time)
    .returning('expires_at')
    .executeTakeFirst();
}

/** Accepts an open invite in one step. False if it is no longer open. */
export async function spendInvite(
  transaction: Queries,
  orgId: string,
  inviteId: string,
  time: number,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('invites')
    .set({ accepted_at: time })
    .where('org_id', '=', orgId)
    .where('invite_id', '=', inviteId)
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', time)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
