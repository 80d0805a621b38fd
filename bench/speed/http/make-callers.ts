// Callers for the authenticated reads: many organizations on a plan with a limit, so that every call is counted as in
// production and no organization reaches its limit. One is registered over HTTP; the others are copies of its rows.
import { join } from 'node:path';
import { openSqliteDatabase } from '../../../service/src/adapters/database/sqlite/sqlite-database.ts';

/** At 2,000 calls a minute each (plan scale): over 500,000 a minute, several times what is sent. */
const organizations = 256;
const plan = 'scale';
const password = 'correct horse';

export interface Callers {
  readonly sessions: readonly string[];
  readonly apiKeys: readonly string[];
}

export async function makeCallers(url: string, dataDirectory: string): Promise<Callers> {
  const email = 'owner@example.org';
  await call(url, '/v1/auth/register', { org_name: 'Bench', email, password });
  const emails = await copyAccount(join(dataDirectory, 'live.sqlite'), email);
  const sessions: string[] = [];
  const apiKeys: string[] = [];
  for (const each of emails) {
    const { token } = await call(url, '/v1/auth/login', { email: each, password });
    const { key } = await call(url, '/v1/account/api-keys', { name: 'bench' }, token!);
    sessions.push(token!);
    apiKeys.push(key!);
  }
  return { sessions, apiKeys };
}

async function copyAccount(file: string, email: string): Promise<string[]> {
  const database = openSqliteDatabase(file);
  const emails = await database.transaction(async (transaction) => {
    const user = await transaction.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
    const copies = Array.from({ length: organizations }, (_, place) => ({ ...user, place: String(place) }));
    await transaction
      .insertInto('organizations')
      .values(
        copies.map(({ place }) => ({ org_id: `org_${place}`, name: `Bench ${place}`, plan, created_at: Date.now() })),
      )
      .execute();
    const users = copies.map(({ place, ...row }) => ({
      ...row,
      user_id: `usr_${place}`,
      org_id: `org_${place}`,
      email: `owner${place}@example.org`,
      email_verified_at: Date.now(),
    }));
    await transaction.insertInto('users').values(users).execute();
    return users.map((each) => each.email);
  });
  await database.close();
  return emails;
}

async function call(url: string, path: string, body: object, token?: string): Promise<Record<string, string>> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Record<string, string>;
}
