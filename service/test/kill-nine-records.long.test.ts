// kill -9 under load, twice (KILLS=10 for more), on both databases: everything acknowledged is
// stored, records, usage and audit agree exactly, the audit chain is valid, and unanswered calls
// can be sent again.
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createKeyVault } from '../src/adapters/key-vault/key-vault.ts';
import { masterKeysFromFile } from '../src/adapters/key-vault/secret-files.ts';
import { readConfiguration } from '../src/configuration/read-configuration.ts';
import { readOrMakeServiceSecret } from '../src/database/service-secrets.ts';
import { verifyChain } from '../src/events/verify-chain.ts';
import { createLog } from '../src/log.ts';
import { openDatabase, startService } from '../src/service.ts';
import { createClient } from '../test-support/http-client.ts';
import { outboxOf } from '../test-support/mail-server.ts';
import { onEachDatabase } from '../test-support/on-each-database.ts';
import { removeData, settingsFor } from '../test-support/running-service.ts';
import {
  makeSigningAccount,
  makeSubmission,
  type SigningAccount,
  type Submission,
} from '../test-support/signing-client.ts';
import { spawnService } from '../test-support/spawned-service.ts';
import { allOf, countStored } from '../test-support/stored-counts.ts';

const rounds = Number(process.env.KILLS ?? 2);
const clients = 16;
const log = createLog('silent');

/** One call, a single record or a batch, and its result. */
interface Call {
  readonly org: SigningAccount;
  readonly records: readonly Submission[];
  /** Undefined while it is unknown. */
  recordIds: readonly string[] | undefined;
}

onEachDatabase((kind) => {
  test(`everything stays consistent after ${rounds} times kill -9 while records and batches arrive`, {
    timeout: 180_000,
  }, async (t) => {
    const settings = await settingsFor({ database: kind });
    const configuration = readConfiguration(settings);
    const orgs = await makeOrganizations(settings);
    const calls: Call[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const service = await spawnService(settings);
      const load = Array.from({ length: clients }, () => submitUntilGone(service.liveUrl, orgs, calls));
      await someAnswersMore(calls);
      await service.kill();
      await Promise.all(load);
    }

    const database = openDatabase('live', configuration, log);
    const vault = createKeyVault(masterKeysFromFile(settings.DATA_DIR!), 'live');
    const auditKey = await readOrMakeServiceSecret(database, vault, 'audit-key');
    const check = async () => {
      const stored = await database.read.selectFrom('records').select('record_id').execute();
      const storedIds = new Set(stored.map(({ record_id }) => record_id));
      for (const { recordIds = [] } of calls)
        for (const id of recordIds) assert.ok(storedIds.has(id), `${id} was acknowledged`);
      for (const { orgId } of orgs) {
        const counts = await countStored(database, orgId);
        assert.deepEqual(counts, allOf(counts.records));
        assert.ok('events' in (await verifyChain(database.read, auditKey, orgId)));
      }
      return storedIds.size;
    };
    const storedBefore = await check();
    const count = (chosen: readonly Call[]) => chosen.reduce((sum, { records }) => sum + records.length, 0);
    const unanswered = calls.filter(({ recordIds }) => recordIds === undefined);
    const acknowledged = count(calls) - count(unanswered);
    t.diagnostic(
      `${calls.length} calls with ${count(calls)} records: ${acknowledged} acknowledged, ${storedBefore} stored, ` +
        `${count(unanswered)} unanswered`,
    );
    assert.ok(acknowledged > 10 * rounds && unanswered.length >= rounds, 'the load was real');
    assert.ok(storedBefore <= count(calls));

    const service = await spawnService(settings);
    const again = [...unanswered, ...calls.filter(({ recordIds }) => recordIds !== undefined).slice(-100)];
    const firstIds = again.map(({ recordIds }) => recordIds);
    await Promise.all(again.map((call) => submit(service.liveUrl, call)));
    for (const [index, first] of firstIds.entries()) if (first) assert.deepEqual(again[index]!.recordIds, first);
    assert.equal(await service.stop(), 0);
    assert.equal(await check(), count(calls));
    await database.close();
    await removeData(settings);
  });
});

/** A random moment in the load, at any speed of the machine. */
async function someAnswersMore(calls: readonly Call[]): Promise<void> {
  const answered = () => calls.filter(({ recordIds }) => recordIds !== undefined).length;
  const enough = answered() + randomInt(10, 50);
  while (answered() < enough) await setTimeout(randomInt(1, 20));
}

async function submitUntilGone(url: string, orgs: readonly SigningAccount[], calls: Call[]): Promise<void> {
  for (;;) {
    const org = orgs[randomInt(orgs.length)]!;
    const size = randomInt(3) === 0 ? randomInt(2, 20) : 1;
    const records = Array.from({ length: size }, () => makeSubmission(org.signer, org.generatorId));
    const call: Call = { org, records, recordIds: undefined };
    calls.push(call);
    try {
      await submit(url, call);
    } catch (problem) {
      // fetch reports a lost connection as a TypeError. Anything else is an unexpected response.
      if (problem instanceof TypeError) return;
      throw problem;
    }
  }
}

async function submit(url: string, call: Call): Promise<void> {
  const alone = call.records.length === 1;
  const response = await fetch(`${url}/v1/records${alone ? '' : '/batch'}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${call.org.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(alone ? call.records[0] : { records: call.records }),
  });
  const body = (await response.json()) as { record_id: string; results: { record_id: string }[] };
  assert.equal(response.status, 201, JSON.stringify(body));
  call.recordIds = alone ? [body.record_id] : body.results.map(({ record_id }) => record_id);
}

/**
 * Three organizations without a limit, created by a service in this process that ends before the
 * first kill.
 */
async function makeOrganizations(settings: Readonly<Record<string, string>>): Promise<SigningAccount[]> {
  const service = await startService(readConfiguration(settings), log);
  const live = createClient(() => service.live);
  const database = openDatabase('live', readConfiguration(settings), log);
  const outbox = outboxOf(settings.DATA_DIR!);
  const orgs = await Promise.all(
    Array.from({ length: 3 }, () => makeSigningAccount({ live, database, outbox }, 'enterprise')),
  );
  await database.close();
  await service.stop();
  return orgs;
}
