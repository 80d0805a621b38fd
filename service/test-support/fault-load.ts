// A load of records, signed texts and verifications for the tests of faults, which records every
// acknowledgment. After any fault, nothing acknowledged is lost, nothing is counted twice, and the
// audit chain is complete.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../src/adapters/database/database.ts';
import { createKeyVault } from '../src/adapters/key-vault/key-vault.ts';
import { masterKeysFromFile } from '../src/adapters/key-vault/secret-files.ts';
import { readConfiguration } from '../src/configuration/read-configuration.ts';
import { readOrMakeServiceSecret } from '../src/database/service-secrets.ts';
import { verifyChain } from '../src/events/verify-chain.ts';
import { createLog } from '../src/log.ts';
import { collectRoutes } from '../src/operator/collect-routes.ts';
import { openDatabase } from '../src/service.ts';
import { createClient } from './http-client.ts';
import { outboxOf } from './mail-server.ts';
import { makeForm } from './shared-photos.ts';
import { makeSigningAccount, makeSubmission, registerGenerator, type SigningAccount } from './signing-client.ts';
import { countStored } from './stored-counts.ts';

export interface FaultedOrganization extends SigningAccount {
  /** A service-managed generator. */
  readonly serverGeneratorId: string;
}

export interface FaultLoad {
  readonly acknowledged: { readonly records: ReadonlySet<string>; readonly verifications: number };
  /** Statuses of failed responses. 0 for a lost connection. */
  readonly failures: ReadonlyMap<number, number>;
  /** The longest time in milliseconds without an acknowledgment. */
  readonly longestRefusal: number;
  /** Resolves after this many more operations were acknowledged. */
  more(count: number): Promise<void>;
  /** Resolves after one more failure. */
  oneFailure(): Promise<void>;
  end(): Promise<void>;
}

const clients = 3;
/** Between the rounds of a client, because a load without pauses would only block other tests. */
const restMilliseconds = 30;
const longestWait = 60_000;

export function openLive(settings: Readonly<Record<string, string>>): Database {
  return openDatabase('live', readConfiguration(settings), createLog('silent'));
}

/** An organization without limits, created through the running service. */
export async function makeFaultedOrganization(
  url: string,
  settings: Readonly<Record<string, string>>,
): Promise<FaultedOrganization> {
  const routes = await collectRoutes();
  const live = createClient(() => ({ url, name: 'live', routes }));
  const database = openLive(settings);
  const org = await makeSigningAccount({ live, database, outbox: outboxOf(settings.DATA_DIR!) }, 'enterprise');
  await database.close();
  return { ...org, serverGeneratorId: await registerGenerator(live, org.key) };
}

/**
 * Each client repeatedly submits a record, signs a text and verifies it. A status that is not
 * allowed ends the load.
 */
export function startFaultLoad(url: string, org: FaultedOrganization, allowed: readonly number[]): FaultLoad {
  const records = new Set<string>();
  const failures = new Map<number, number>();
  let verifications = 0;
  let longestRefusal = 0;
  let lastAcknowledgment = performance.now();
  let going = true;
  const authorization = `Bearer ${org.key}`;

  async function call(path: string, init: RequestInit): Promise<Response | undefined> {
    let status = 0;
    try {
      const response = await fetch(url + path, { method: 'POST', ...init });
      if (response.ok) {
        longestRefusal = Math.max(longestRefusal, performance.now() - lastAcknowledgment);
        lastAcknowledgment = performance.now();
        return response;
      }
      status = response.status;
      assert.ok(allowed.includes(status), `${path} answered ${status} ${await response.text()}`);
    } catch (problem) {
      // fetch reports a lost connection as a TypeError.
      if (!(problem instanceof TypeError && allowed.includes(0))) throw problem;
    }
    failures.set(status, (failures.get(status) ?? 0) + 1);
    await pause(10);
    return undefined;
  }

  async function work(): Promise<void> {
    for (; going; await pause(restMilliseconds)) {
      const submitted = await call('/v1/records', {
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(makeSubmission(org.signer, org.generatorId)),
      });
      if (submitted) records.add(((await submitted.json()) as { record_id: string }).record_id);
      const text =
        `A text of some length, for its mark to have room in it, and unlike all others. ${randomUUID()} `.repeat(4);
      const signed = await call('/v1/sign', {
        headers: { authorization },
        body: makeForm({ content: Buffer.from(text), model: 'm', generator_id: org.serverGeneratorId }),
      });
      if (!signed) continue;
      records.add(signed.headers.get('x-service-record-id')!);
      const content = new Uint8Array(await signed.arrayBuffer());
      const token = signed.headers.get('x-service-token')!;
      const verified = await call('/v1/verify', { body: makeForm({ content, token }) });
      if (!verified) continue;
      assert.equal(((await verified.json()) as { authentic: boolean }).authentic, true);
      verifications += 1;
    }
  }

  const all = Promise.all(Array.from({ length: clients }, work));
  all.catch(() => undefined);
  const until = async (isSo: () => boolean, what: string) => {
    for (const end = Date.now() + longestWait; !isSo(); ) {
      assert.ok(Date.now() < end, what);
      // A client that fails ends the wait.
      await Promise.race([pause(10), all]);
    }
  };
  const count = () => records.size + verifications;
  const failed = () => [...failures.values()].reduce((sum, each) => sum + each, 0);
  return {
    acknowledged: {
      records,
      get verifications() {
        return verifications;
      },
    },
    failures,
    get longestRefusal() {
      return longestRefusal;
    },
    async more(wanted) {
      const enough = count() + wanted;
      await until(() => count() >= enough, 'the load did not go on');
    },
    async oneFailure() {
      const before = failed();
      await until(() => failed() > before, 'nothing failed');
    },
    async end() {
      going = false;
      await all;
    },
  };
}

/** Compares the content of the database with what was acknowledged. */
export async function expectKept(
  settings: Readonly<Record<string, string>>,
  org: FaultedOrganization,
  { acknowledged }: Pick<FaultLoad, 'acknowledged'>,
): Promise<void> {
  const database = openLive(settings);
  try {
    assert.deepEqual(await findLost(database, acknowledged.records), [], 'acknowledged records are lost');
    const { records, used, signEvents } = await countStored(database, org.orgId);
    assert.deepEqual([used, signEvents], [records, records], 'signatures and events are as many as records');
    const events = await database.read.selectFrom('events').select(['type']).where('org_id', '=', org.orgId).execute();
    const activity = await database.read
      .selectFrom('daily_activity')
      .select(['signatures', 'verifications'])
      .where('org_id', '=', org.orgId)
      .execute();
    const sum = (name: 'signatures' | 'verifications') => activity.reduce((all, day) => all + day[name], 0);
    const verified = events.filter(({ type }) => type === 'verify').length;
    assert.deepEqual([sum('signatures'), sum('verifications')], [records, verified], 'analytics count each event once');
    assert.ok(verified >= acknowledged.verifications, 'acknowledged verifications are lost');
    const keys = readConfiguration(settings).masterKeys;
    const vault = createKeyVault(keys ? () => keys : masterKeysFromFile(settings.DATA_DIR!), 'live');
    const auditKey = await readOrMakeServiceSecret(database, vault, 'audit-key');
    assert.ok('events' in (await verifyChain(database.read, auditKey, org.orgId)), 'the audit chain is broken');
  } finally {
    await database.close();
  }
}

/** Acknowledged records that are not stored. */
export async function findLost({ read }: Database, acknowledged: ReadonlySet<string>): Promise<string[]> {
  const rows = await read.selectFrom('records').select('record_id').execute();
  const stored = new Set(rows.map(({ record_id }) => record_id));
  return [...acknowledged].filter((id) => !stored.has(id));
}

/** Resolves when the service reports that it is healthy. */
export async function untilWell(url: string): Promise<void> {
  for (const end = Date.now() + longestWait; ; await pause(50)) {
    const response = await fetch(`${url}/health`).catch(() => undefined);
    if (response?.ok) return;
    assert.ok(Date.now() < end, 'the service did not come back');
  }
}
