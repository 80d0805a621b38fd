// Users, their organizations, and the tokens in their emails.
import type { Selectable } from 'kysely';
import type { Queries } from '../../adapters/database/database.ts';
import type { MailedTokenPurpose, UsersTable } from '../../database/schema.ts';
import type { PlanName } from '../../plans/plans.ts';

export type User = Selectable<UsersTable>;

export interface NewAccount {
  readonly orgId: string;
  readonly orgName: string;
  readonly plan: PlanName;
  readonly userId: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly time: number;
}

/**
 * Stores the organization and its owner. False if the address is taken: then the transaction must
 * not commit.
 */
export async function insertAccount(transaction: Queries, account: NewAccount): Promise<boolean> {
  const { orgId, orgName, plan, userId, email, passwordHash, time } = account;
  await transaction
    .insertInto('organizations')
    .values({ org_id: orgId, name: orgName, plan, created_at: time })
    .execute();
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('users')
    .values({ user_id: userId, org_id: orgId, email, role: 'owner', password_hash: passwordHash, created_at: time })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export function findUserByEmail(queries: Queries, email: string) {
  return queries.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
}

export function findUser(queries: Queries, userId: string) {
  return queries.selectFrom('users').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/**
 * The name of the team that a user joined by an invite. Undefined if the user founded the
 * organization: `insertAccount` stores both with the same time.
 */
export async function findJoinedTeam(queries: Queries, user: User): Promise<string | undefined> {
  const row = await queries
    .selectFrom('organizations')
    .select('name')
    .where('org_id', '=', user.org_id)
    .where('created_at', '<>', user.created_at)
    .executeTakeFirst();
  return row?.name;
}

export async function insertMailedToken(
  transaction: Queries,
  token: { tokenHash: string; purpose: MailedTokenPurpose; userId: string; expiresAt: number },
): Promise<void> {
  await transaction
    .insertInto('mailed_tokens')
    .values({ token_hash: token.tokenHash, purpose: token.purpose, user_id: token.userId, expires_at: token.expiresAt })
    .execute();
}

/**
 * Uses a token in one step and resolves with its user. Undefined if it is unknown, expired or used.
 */
export async function spendMailedToken(
  transaction: Queries,
  tokenHash: string,
  purpose: MailedTokenPurpose,
  time: number,
): Promise<User | undefined> {
  const row = await transaction
    .updateTable('mailed_tokens')
    .set({ used_at: time })
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', time)
    .returning('user_id')
    .executeTakeFirst();
  return row && findUser(transaction, row.user_id);
}

export async function spendAllMailedTokens(
  transaction: Queries,
  userId: string,
  purpose: MailedTokenPurpose,
  time: number,
): Promise<void> {
  await transaction
    .updateTable('mailed_tokens')
    .set({ used_at: time })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute();
}

export async function setEmailVerified(transaction: Queries, userId: string, time: number): Promise<void> {
  await transaction
    .updateTable('users')
    .set({ email_verified_at: time })
    .where('user_id', '=', userId)
    .where('email_verified_at', 'is', null)
    .execute();
}

/** A new password ends every session. */
export async function setPassword(transaction: Queries, userId: string, passwordHash: string): Promise<void> {
  await transaction
    .updateTable('users')
    .set((expression) => ({
      password_hash: passwordHash,
      session_generation: expression('session_generation', '+', 1),
    }))
    .where('user_id', '=', userId)
    .execute();
}

/**
 * Keys, recovery codes, links in emails and known networks are deleted with the row. Sessions end
 * because the row is gone.
 */
export async function deleteUser(transaction: Queries, userId: string): Promise<void> {
  await transaction.deleteFrom('users').where('user_id', '=', userId).execute();
}

/** False if it has ended before. */
export async function insertRevokedSession(
  transaction: Queries,
  sessionId: string,
  expiresAt: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('revoked_sessions')
    .values({ session_id: sessionId, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
