// Callers for the authenticated reads: many organizations on a plan with a limit, so that every
// call is counted as in production and no organization reaches its limit. One is registered over
// HTTP. The others are copies of its rows.
import { openPostgresDatabase } from '../../../service/src/adapters/database/postgres/postgres-database.ts';
import { openSqliteDatabase } from '../../../service/src/adapters/database/sqlite/sqlite-database.ts';
import type { PlanName } from '../../../service/src/plans/plans.ts';

const password = 'correct horse';

export interface CallersWanted {
  readonly organizations: number;
  readonly plan: PlanName;
}

export interface Callers {
  readonly sessions: readonly string[];
  readonly apiKeys: readonly string[];
}

/**
 * `place`: the file of SQLite, or the address of a PostgreSQL database, behind the service at
 * `url`.
 */
export async function makeCallers(
  url: string,
  place: string,
  { organizations, plan }: CallersWanted,
): Promise<Callers> {
  const email = 'owner@example.org';
  await call(url, '/v1/auth/register', { org_name: 'Bench', email, password });
  const emails = await copyAccount(place, email, organizations, plan);
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

async function copyAccount(place: string, email: string, organizations: number, plan: PlanName): Promise<string[]> {
  const database = place.startsWith('postgres:')
    ? openPostgresDatabase({ url: place, onProblem: () => undefined })
    : openSqliteDatabase(place, { onProblem: () => undefined });
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
