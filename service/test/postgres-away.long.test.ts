// PostgreSQL and its streaming replica, late, killed and wrong. However late the replica is,
// acknowledged records are found and revocations apply at once on every node, and an unhealthy
// replica is left out automatically. Without the primary, callers get an error that allows a retry,
// nothing acknowledged is lost, and everything recovers when it is back.
import assert from 'node:assert/strict';
import { hash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { openPostgresDatabase } from '../src/adapters/database/postgres/postgres-database.ts';
import { readFromReplicas } from '../src/adapters/database/postgres/read-from-replicas.ts';
import { withPostgres } from '../test-support/on-each-database.ts';
import { runSql } from '../test-support/postgres-server.ts';
import { type ReplicatedService, startReplicatedService, until } from '../test-support/replicated-service.ts';
import { makeForm } from '../test-support/shared-photos.ts';
import {
  makeSigningAccount,
  makeSubmission,
  registerGenerator,
  type SigningAccount,
} from '../test-support/signing-client.ts';
import { allOf, countStored } from '../test-support/stored-counts.ts';

const mebibyte = 1024 * 1024;

withPostgres(() => {
  let replicated: ReplicatedService;
  let org: SigningAccount;
  before(async () => {
    replicated = await startReplicatedService();
    org = await makeSigningAccount(replicated.service, 'enterprise');
  });
  after(() => replicated.stop());

  interface Recorded {
    readonly content: string;
    readonly token: string;
    readonly recordId: string;
  }

  /** Stores the record of a new text through the one node. The rest of the test calls the other. */
  async function record(generatorId = org.generatorId): Promise<Recorded> {
    const content = `A text that nobody wrote before: ${randomUUID()}.`;
    const body = makeSubmission(org.signer, generatorId, {
      content_hash: `sha3-256:${hash('sha3-256', content)}`,
      format: 'text',
    });
    const answer = await replicated.service.live.call('POST', '/v1/records', { token: org.key, body });
    assert.equal(answer.status, 201);
    return { content, token: answer.body.token, recordId: answer.body.record_id };
  }

  async function askStatus(token: string, node = replicated.other): Promise<string> {
    const { status, body } = await node.call('GET', `/v1/verify/status/${token}`);
    assert.equal(status, 200);
    return body.generator_status;
  }

  async function verify({ content, token }: Recorded) {
    const body = makeForm({ content: Buffer.from(content), token });
    const response = await fetch(`${replicated.other.url}/v1/verify`, { method: 'POST', body });
    assert.equal(response.status, 200);
    return (await response.json()) as { authentic: boolean; provenance: { record_id: string } | null };
  }

  /** Repeats until the replica has served one more read. */
  async function untilReplicaAnswers({ token }: Recorded): Promise<void> {
    const earlier = await replicated.countReplicaReads();
    const answersMore = async () =>
      (await askStatus(token)) === 'active' && (await replicated.countReplicaReads()) > earlier;
    await until(answersMore, 'the replica answers');
  }

  test('the replica serves public reads', async () => {
    const recorded = await record();
    await untilReplicaAnswers(recorded);
    // The last query of each connection, according to the replica.
    const seen = () =>
      runSql(
        replicated.replicaUrl,
        `SELECT count(*)::int FROM pg_stat_activity WHERE query LIKE 'select "generator_keys"%'`,
      );
    const wasAsked = async () => (await askStatus(recorded.token)) === 'active' && (await seen()) !== 0;
    await until(wasAsked, 'the replica was asked');
  });

  test('acknowledged records are found while replay is stopped, and the replica is used again afterwards', async () => {
    const earlier = await record();
    await untilReplicaAnswers(earlier);
    await replicated.pauseReplay();
    const late = await record();
    assert.equal(await askStatus(late.token), 'active');
    for (const each of [late, earlier]) {
      const { authentic, provenance } = await verify(each);
      assert.deepEqual([authentic, provenance?.record_id], [true, each.recordId]);
    }
    for (const path of [`/v1/records/${late.recordId}`, `/certificate/${late.token}`])
      assert.equal((await replicated.other.call('GET', path)).status, 200);
    await replicated.untilReplicaIs('behind');
    await replicated.resumeReplay();
    await untilReplicaAnswers(late);
  });

  test('a revocation applies at once on every node while replay is stopped', async () => {
    const { service, other } = replicated;
    const generatorId = await registerGenerator(service.live, org.key, [org.signer]);
    const recorded = await record(generatorId);
    assert.equal((await verify(recorded)).authentic, true);
    await untilReplicaAnswers(recorded);
    await replicated.pauseReplay();
    const revoked = await service.live.call('PUT', `/v1/generators/${generatorId}/revoke`, { token: org.key });
    assert.equal(revoked.status, 200);
    for (const node of [other, service.live]) {
      assert.equal(await askStatus(recorded.token, node), 'revoked');
      assert.equal((await node.call('GET', `/v1/keys/${generatorId}`)).body.status, 'revoked');
    }
    assert.equal((await verify(recorded)).authentic, false);
    await replicated.resumeReplay();
    assert.equal(await askStatus(recorded.token), 'revoked');
  });

  test('a killed replica is left out, and used again when it is back', async () => {
    const recorded = await record();
    await untilReplicaAnswers(recorded);
    await replicated.replica.stop();
    assert.equal(await askStatus(recorded.token), 'active');
    await replicated.untilReplicaIs('away');
    assert.equal(await askStatus(recorded.token), 'active');
    await replicated.replica.start();
    await replicated.untilReplicaIs('ok');
    await untilReplicaAnswers(recorded);
  });

  test('an address that leads to the primary, to another database or to several servers is never trusted', async () => {
    const { url, replica, replicaUrl } = replicated;
    let connections = 0;
    // Like a balancer: the replica and the primary in turn.
    const balancer = await startProxy(replicaUrl, () => (connections++ % 2 === 0 ? replicaUrl : url));
    const problems: string[] = [];
    const database = readFromReplicas(openPostgresDatabase({ url, onProblem: () => undefined }), {
      urls: [url, replica.url, balancer.url],
      onChange: ({ err }) => void (err && problems.push((err as Error).message)),
    });
    const read = () => database.publicRead.selectFrom('organizations').select('org_id').execute();
    const isFoundOut = async () => {
      const answers = await Promise.all(Array.from({ length: 4 }, read));
      assert.deepEqual(answers.flat(), Array(4).fill({ org_id: org.orgId }));
      return problems.length > 0;
    };
    await until(isFoundOut, 'the balanced one is found out');
    assert.match(problems[0]!, /leads to more than one server/);
    const states = () => database.replicaUse!().replicas.map(({ state }) => state);
    await until(() => states().slice(0, 2).join() === 'foreign,foreign', 'foreign servers are known');
    await database.close();
    balancer.close();
  });

  test('a silent replica delays nobody', async () => {
    const { url, replicaUrl } = replicated;
    const states: string[] = [];
    const wire = await startProxy(replicaUrl);
    const database = readFromReplicas(openPostgresDatabase({ url, onProblem: () => undefined }), {
      urls: [wire.url],
      onChange: ({ state }) => void states.push(state),
    });
    await until(() => states[0] === 'ok', 'the replica is well');
    const asleep = `FROM pg_stat_activity WHERE wait_event = 'PgSleep'`;
    const isAsleep = async () => (await runSql(replicaUrl, `SELECT count(*)::int ${asleep}`)) === 1;
    const read = sql`SELECT CASE WHEN pg_is_in_recovery() THEN pg_sleep(18) END`.execute(database.publicRead);
    await until(isAsleep, 'the replica is reading');
    wire.silence();
    await read;
    assert.ok(await isAsleep(), 'the primary has answered meanwhile');
    await runSql(replicaUrl, `SELECT pg_terminate_backend(pid) ${asleep}`);
    assert.equal(states[1], 'away');
    await database.close();
    wire.close();
  });

  test('a full disk gets 503 with Retry-After, reads continue, nothing acknowledged is lost, and it recovers by itself', async () => {
    const { service, primary } = replicated;
    service.expectErrors();
    const submit = async () => {
      const records = Array.from({ length: 50 }, () => makeSubmission(org.signer, org.generatorId));
      return service.live.call('POST', '/v1/records/batch', { token: org.key, body: { records } });
    };
    const acknowledged: { token: string; record_id: string }[] = [];
    // In the middle of a page, and between two: a short write, and a failed one.
    for (const limit of [mebibyte + 4_096, mebibyte + 32 * 8_192]) {
      primary.limitFiles(limit);
      const isFull = async () => {
        const { status, headers, body } = await submit();
        if (status === 201) acknowledged.push(...body.results);
        else assert.deepEqual([status, headers.has('retry-after')], [503, true]);
        return status === 503;
      };
      await until(isFull, 'the disk is full');
      assert.equal(await askStatus(acknowledged.at(-1)!.token), 'active');
      primary.limitFiles('unlimited');
      const { status, body } = await submit();
      assert.equal(status, 201);
      acknowledged.push(...body.results);
    }
    const rows = await service.database.read.selectFrom('records').select('record_id').execute();
    const stored = new Set(rows.map(({ record_id }) => record_id));
    assert.ok(acknowledged.every(({ record_id }) => stored.has(record_id)));
    assert.deepEqual(await countStored(service.database, org.orgId), allOf(stored.size));
  });

  test('503 while the primary is away, and every acknowledged key works afterwards', async () => {
    const { service, primary } = replicated;
    service.expectErrors();
    const { token } = org;
    const recorded = await record();
    const keys: string[] = [];
    const statuses = new Set<number>();
    let working = true;
    const worker = async () => {
      while (working) {
        const { status, body } = await service.live.call('POST', '/v1/account/api-keys', { token });
        statuses.add(status);
        if (status === 201) keys.push(body.key);
        else await pause(20);
      }
    };
    const workers = Array.from({ length: 4 }, worker);
    while (keys.length < 20) await pause(5);
    await primary.stop();
    while (!statuses.has(503)) await pause(5);
    const health = await service.live.call('GET', '/health');
    assert.deepEqual([health.status, health.body.checks.database], [503, 'failing']);
    // The replica alone cannot tell whether it has everything.
    for (const path of ['/v1/auth/me', `/v1/verify/status/${recorded.token}`]) {
      const refused = await service.live.call('GET', path, { token });
      assert.deepEqual([refused.status, refused.body.error], [503, 'service_unavailable']);
      assert.ok(refused.headers.get('retry-after'));
    }
    assert.equal((await service.live.call('GET', '/version')).status, 200);
    const before = keys.length;
    await primary.start();
    while (keys.length < before + 20) await pause(5);
    working = false;
    await Promise.all(workers);
    assert.deepEqual([...statuses].sort(), [201, 503]);
    for (const key of keys)
      assert.equal((await service.live.call('GET', '/v1/generators', { token: key })).status, 200);
    // The replica reconnects to the primary by itself.
    await replicated.untilReplicaIs('ok');
  });

  test('a replica that became a primary is left out', async () => {
    const recorded = await record();
    assert.equal(await runSql(replicated.replica.url, 'SELECT pg_promote()'), true);
    assert.equal(await askStatus(recorded.token), 'active');
    await replicated.untilReplicaIs('foreign');
    assert.equal(await askStatus(recorded.token), 'active');
  });
});

/** A proxy for one server of this machine, or for several, chosen for each connection. */
async function startProxy(url: string, choose = () => url) {
  const sockets: Socket[] = [];
  const proxy = createServer((socket) => {
    const server = connect(Number(new URL(choose()).port), '127.0.0.1');
    for (const end of [socket, server]) end.on('error', () => socket.destroy());
    sockets.push(socket, server);
    socket.pipe(server).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: Object.assign(new URL(url), { port: String((proxy.address() as AddressInfo).port) }).href,
    /** Nothing gets through, and nothing is closed. */
    silence() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}
