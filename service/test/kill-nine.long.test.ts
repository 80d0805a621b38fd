// kill -9 at two random moments (KILLS=10 for more) under a load of registrations and key
// creations: after every restart, everything acknowledged is there and works. On both databases,
// with 200 acknowledged writes for each kill.
import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../src/adapters/database/database.ts';
import { readConfiguration } from '../src/configuration/read-configuration.ts';
import { createLog } from '../src/log.ts';
import { openDatabase } from '../src/service.ts';
import { onEachDatabase } from '../test-support/on-each-database.ts';
import { removeData, settingsFor } from '../test-support/running-service.ts';
import { type SpawnedService, spawnService } from '../test-support/spawned-service.ts';

const kills = Number(process.env.KILLS ?? 2);
const registrationsPerRound = 8;
const keysPerRound = 192;
const registeringAtOnce = 3;
/** Each creates keys one after another. An organization can have at most 1,000. */
const organizations = 6;
const password = 'correct horse';

/** What the service acknowledged. */
interface Acknowledged {
  readonly emails: string[];
  readonly keys: string[];
}

onEachDatabase((database) => {
  test(`everything acknowledged survives ${kills} kills`, { timeout: 300_000 }, async (t) => {
    const settings = await settingsFor({ database });
    const connection = openDatabase('live', readConfiguration(settings), createLog('silent'));
    const acknowledged: Acknowledged = { emails: [], keys: [] };
    let service = await spawnService(settings);
    const tokens = await makeOwners(service, connection);
    let keysUsed = 0;
    const check = async () => {
      await checkAccounts(service, connection, acknowledged.emails);
      await checkKeys(service, connection, acknowledged.keys, keysUsed);
      keysUsed = acknowledged.keys.length;
    };
    for (let round = 1; round <= kills; round += 1) {
      const load = startLoad(service, tokens, acknowledged, round);
      await load.isPast(Math.random());
      await service.kill();
      await load.ended;
      service = await spawnService(settings);
      await check();
      // Makes up for what the kill cut off, so that the next round starts where this one should
      // have ended.
      await startLoad(service, tokens, acknowledged, round).ended;
    }
    await check();
    await service.stop();
    await connection.close();
    await removeData(settings);
    const { emails, keys } = acknowledged;
    assert.ok(emails.length + keys.length >= kills * (registrationsPerRound + keysPerRound));
    t.diagnostic(`${kills} kills: ${emails.length} registrations and ${keys.length} keys acknowledged, none lost`);
  });
});

async function call(
  service: SpawnedService,
  method: string,
  path: string,
  options: { token?: string; body?: object } = {},
) {
  const { token, body } = options;
  const response = await fetch(service.liveUrl + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as { token?: string; key?: string } };
}

/** The sessions of owners whose organizations have no limit on requests. */
async function makeOwners(service: SpawnedService, connection: Database): Promise<string[]> {
  const tokens: string[] = [];
  for (let count = 0; count < organizations; count += 1) {
    const email = `owner-${count}@example.org`;
    await call(service, 'POST', '/v1/auth/register', { body: { org_name: 'Owner', email, password } });
    tokens.push((await call(service, 'POST', '/v1/auth/login', { body: { email, password } })).body.token!);
  }
  await connection.transaction((transaction) =>
    transaction.updateTable('organizations').set({ plan: 'enterprise' }).execute(),
  );
  return tokens;
}

/**
 * Callers that register and create keys until the round's goal is reached or the service is gone.
 */
function startLoad(service: SpawnedService, tokens: readonly string[], { emails, keys }: Acknowledged, round: number) {
  const goal = { emails: registrationsPerRound * round, keys: keysPerRound * round };
  const firstKey = keys.length;
  let gone = false;

  async function repeat(
    isDone: () => boolean,
    attempt: () => ReturnType<typeof call>,
    acknowledge: (key: string) => void,
  ) {
    while (!isDone() && !gone) {
      const answer = await attempt().catch(() => undefined);
      if (!answer) gone = true;
      else {
        assert.equal(answer.status, 201);
        acknowledge(answer.body.key ?? '');
      }
    }
  }

  const callers = [
    ...Array.from({ length: registeringAtOnce }, async () => {
      let email = '';
      const register = () => {
        email = `${randomUUID()}@example.org`;
        return call(service, 'POST', '/v1/auth/register', { body: { org_name: 'Load', email, password } });
      };
      await repeat(
        () => emails.length >= goal.emails,
        register,
        () => void emails.push(email),
      );
    }),
    ...tokens.map((token) =>
      repeat(
        () => keys.length >= goal.keys,
        () => call(service, 'POST', '/v1/account/api-keys', { token }),
        (key) => void keys.push(key),
      ),
    ),
  ];
  const ended = Promise.all(callers).finally(() => {
    gone = true;
  });

  return {
    ended,
    /** Resolves when this part of the round's keys has been acknowledged. */
    async isPast(part: number): Promise<void> {
      while (!gone && keys.length - firstKey < (goal.keys - firstKey) * part) await pause(2);
    },
  };
}

/** All of them through the database, the newest and some others through a login. */
async function checkAccounts(service: SpawnedService, connection: Database, emails: readonly string[]): Promise<void> {
  const rows = await connection.read.selectFrom('users').select('email').execute();
  const stored = new Set(rows.map(({ email }) => email));
  assert.deepEqual(
    emails.filter((email) => !stored.has(email)),
    [],
    'acknowledged registrations are lost',
  );
  const sample = [...emails.slice(-2), emails[randomInt(emails.length || 1)]].filter((email) => email !== undefined);
  for (const email of sample) {
    assert.equal((await call(service, 'POST', '/v1/auth/login', { body: { email, password } })).status, 200, email);
  }
}

/** All of them through the database, each new one through its use. */
async function checkKeys(
  service: SpawnedService,
  connection: Database,
  keys: readonly string[],
  used: number,
): Promise<void> {
  const { count } = await connection.read
    .selectFrom('api_keys')
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  assert.ok(count >= keys.length, `${keys.length} keys were acknowledged, ${count} are there`);
  const atOnce = 20;
  for (let place = used; place < keys.length; place += atOnce) {
    const uses = keys.slice(place, place + atOnce).map((token) => call(service, 'GET', '/v1/generators', { token }));
    for (const { status } of await Promise.all(uses)) assert.equal(status, 200, 'an acknowledged key is lost');
  }
}
