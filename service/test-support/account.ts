// Accounts for tests, created as a person creates them. Plans, which no route changes, and members,
// which need an email, are written to the database.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { makeIdentifier } from '../src/access/identifiers.ts';
import type { Role } from '../src/database/schema.ts';
import type { PlanName } from '../src/plans/plans.ts';
import type { Client } from './http-client.ts';
import type { Mailbox } from './mail-server.ts';
import type { RunningService } from './running-service.ts';

export interface Account {
  readonly email: string;
  readonly password: string;
  readonly userId: string;
  readonly orgId: string;
  /** From the session that it opened. */
  readonly token: string;
}

export function makeEmail(): string {
  return `${randomBytes(6).toString('hex')}@example.org`;
}

/** Registers an organization and logs its owner in. */
export async function makeAccount(client: Client, email = makeEmail(), password = 'correct horse'): Promise<Account> {
  const { status, body } = await client.call('POST', '/v1/auth/register', {
    body: { org_name: `Organization of ${email}`, email, password },
  });
  assert.equal(status, 201);
  const token = await logIn(client, email, password);
  return { email, password, userId: body.user.user_id, orgId: body.user.org_id, token };
}

/** The session token of a login without a second factor. */
export async function logIn(client: Client, email: string, password: string): Promise<string> {
  const { status, body } = await client.call('POST', '/v1/auth/login', { body: { email, password } });
  assert.equal(status, 200);
  assert.equal(typeof body.token, 'string');
  return body.token;
}

/** An account whose owner followed the link in the email. */
export async function makeVerifiedAccount(client: Client, mailbox: Mailbox, email = makeEmail()): Promise<Account> {
  const account = await makeAccount(client, email);
  const { token } = await mailbox.waitForMail(account.email, 'Verify');
  assert.equal((await client.call('POST', '/v1/auth/verify-email', { body: { token } })).status, 200);
  return account;
}

export async function makeApiKey(
  client: Client,
  account: Account,
  name?: string,
): Promise<{ key_id: string; key: string }> {
  const { status, body } = await client.call('POST', '/v1/account/api-keys', { token: account.token, body: { name } });
  assert.equal(status, 201);
  return body;
}

export async function setPlan({ database }: RunningService, orgId: string, plan: PlanName): Promise<void> {
  await database.transaction((transaction) =>
    transaction.updateTable('organizations').set({ plan }).where('org_id', '=', orgId).execute(),
  );
}

/** The owner of an organization on a plan, with a verified address. */
export async function makeOwner(
  service: RunningService,
  plan: PlanName,
  mailbox: Mailbox = service.outbox,
): Promise<Account> {
  const owner = await makeVerifiedAccount(service.live, mailbox);
  await setPlan(service, owner.orgId, plan);
  return owner;
}

/** What happened in the account's organization, newest first. */
export async function listEvents(
  { live }: RunningService,
  { token }: Account,
): Promise<{ type: string; metadata: Record<string, unknown> }[]> {
  const { body } = await live.call('GET', '/v1/audit?limit=100', { token });
  return body.events.map(({ type, metadata }: { type: string; metadata: object }) => ({ type, metadata }));
}

/** Another member of the account's organization, with the owner's password, logged in. */
export async function addMember({ database, live }: RunningService, owner: Account, role: Role): Promise<Account> {
  const email = makeEmail();
  const userId = makeIdentifier('usr');
  await database.transaction(async (transaction) => {
    const row = await transaction
      .selectFrom('users')
      .selectAll()
      .where('user_id', '=', owner.userId)
      .executeTakeFirstOrThrow();
    await transaction
      .insertInto('users')
      .values({ ...row, user_id: userId, email, role })
      .execute();
  });
  return { ...owner, email, userId, token: await logIn(live, email, owner.password) };
}

/** The signer of an organization without a proven domain. */
export const unproven = (name: string) => ({ name, domain: null, domain_verified_at: null, resembles: null });
