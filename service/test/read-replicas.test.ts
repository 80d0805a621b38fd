// Public verification over a real streaming replica. Replay is paused to make it late for certain: what was acknowledged is
// found, what was revoked is revoked at once on every node. A replica that is away or another server is left out by itself.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openPostgresDatabase } from '../src/adapters/database/postgres/postgres-database.ts';
import { readFromReplicas } from '../src/adapters/database/postgres/read-from-replicas.ts';
import { readConfiguration } from '../src/configuration/read-configuration.ts';
import { createLog } from '../src/log.ts';
import { type Service, startService } from '../src/service.ts';
import { type Client, createClient } from '../test-support/http-client.ts';
import { withPostgres } from '../test-support/on-each-database.ts';
import { type PrivatePostgres, runSql, startPostgres, startReplicaOf } from '../test-support/postgres-server.ts';
import { takeFreePort } from '../test-support/private-program.ts';
import { type RunningService, startRunningService } from '../test-support/running-service.ts';
import { makeForm } from '../test-support/shared-photos.ts';
import { makeSigningAccount, registerGenerator, type SigningAccount } from '../test-support/signing-client.ts';

withPostgres(() => {
  let primary: PrivatePostgres;
  let replica: PrivatePostgres;
  let url: string;
  let replicaUrl: string;
  let service: RunningService;
  let otherService: Service;
  let otherData: string;
  let other: Client;
  let org: SigningAccount;

  before(async () => {
    primary = await startPostgres();
    url = await primary.createDatabase();
    replica = await startReplicaOf(primary);
    replicaUrl = Object.assign(new URL(replica.url), { pathname: new URL(url).pathname }).href;
    service = await startRunningService({
      settings: {
        DATABASE_URL: url,
        DATABASE_REPLICA_URL: replicaUrl,
        MASTER_KEY: randomBytes(32).toString('base64'),
        VERIFY_LIMIT_PER_MINUTE: '0',
        MEDIA_DECODER: 'false',
        NEURAL_WATERMARK: 'false',
      },
    });
    otherData = mkdtempSync(join(tmpdir(), 'provenance-service-'));
    otherService = await startService(
      readConfiguration({ ...service.settings, DATA_DIR: otherData }),
      createLog('silent'),
    );
    other = createClient(() => otherService.live);
    org = await makeSigningAccount(service);
    for (const node of [service.live, other]) await untilReplicaIs('ok', node);
  });
  after(async () => {
    await otherService.stop();
    rmSync(otherData, { recursive: true });
    await service.stop();
    await replica.stop();
    await primary.stop();
  });

  const replicaIs = async (node: Client) => (await node.call('GET', '/health')).body.checks.replicas[0];
  const untilReplicaIs = (state: string, node = other) =>
    until(async () => (await replicaIs(node)) === state, `the replica is ${state}`);
  const replicaReads = async () =>
    Number(
      /service_public_reads_total\{server="replica-1"[^}]*\} (\d+)/.exec(
        (await other.call('GET', '/metrics')).body,
      )![1],
    );
  const askStatus = async (token: string, node = other) => {
    const { status, body } = await node.call('GET', `/v1/verify/status/${token}`);
    assert.equal(status, 200);
    return body.generator_status;
  };
  /** Asks until the replica has answered once more. */
  async function untilItAnswers(token: string): Promise<void> {
    const earlier = await replicaReads();
    const answersMore = async () => (await askStatus(token)) !== undefined && (await replicaReads()) > earlier;
    await until(answersMore, 'the replica answers');
  }

  async function pauseReplay(): Promise<void> {
    await runSql(replica.url, 'SELECT pg_wal_replay_pause()');
    const state = () => runSql(replica.url, 'SELECT pg_get_wal_replay_pause_state()');
    await until(async () => (await state()) === 'paused', 'replay is paused');
  }

  async function resumeReplay(): Promise<void> {
    await runSql(replica.url, 'SELECT pg_wal_replay_resume()');
    await untilReplicaIs('ok');
  }

  async function signText(generatorId: string): Promise<{ content: Uint8Array; token: string; recordId: string }> {
    const text = `A text that nobody wrote before, long enough for its mark: ${randomBytes(8).toString('hex')}. `;
    const response = await fetch(`${service.live.url}/v1/sign`, {
      method: 'POST',
      headers: { authorization: `Bearer ${org.key}` },
      body: makeForm({ content: Buffer.from(text.repeat(4)), model: 'm', generator_id: generatorId }),
    });
    assert.equal(response.status, 200);
    return {
      content: new Uint8Array(await response.arrayBuffer()),
      token: response.headers.get('x-service-token')!,
      recordId: response.headers.get('x-service-record-id')!,
    };
  }

  async function verify(content: Uint8Array, node = other) {
    const response = await fetch(`${node.url}/v1/verify`, { method: 'POST', body: makeForm({ content }) });
    assert.equal(response.status, 200);
    return (await response.json()) as { authentic: boolean; provenance: { record_id: string } | null };
  }

  test('the replica answers public reads', async () => {
    const { token } = await signText(await registerGenerator(service.live, org.key));
    await untilItAnswers(token);
    // The last query of each connection, as the replica itself has seen it.
    const seen = () =>
      runSql(replicaUrl, `SELECT count(*)::int FROM pg_stat_activity WHERE query LIKE 'select "records"%'`);
    await until(async () => (await askStatus(token)) === 'active' && (await seen()) !== 0, 'the replica was asked');
  });

  test('what was acknowledged is found while replay stands still, and the replica is used again afterwards', async () => {
    const generatorId = await registerGenerator(service.live, org.key);
    const earlier = await signText(generatorId);
    await pauseReplay();
    const signed = await signText(generatorId);
    assert.equal(await askStatus(signed.token), 'active');
    for (const { content, recordId } of [signed, earlier]) {
      const { authentic, provenance } = await verify(content);
      assert.deepEqual([authentic, provenance?.record_id], [true, recordId]);
    }
    for (const path of [`/v1/records/${signed.recordId}`, `/certificate/${signed.token}`])
      assert.equal((await other.call('GET', path)).status, 200);
    await untilReplicaIs('behind');
    await resumeReplay();
    await untilItAnswers(signed.token);
  });

  test('a revocation is seen at once on every node while replay stands still', async () => {
    const generatorId = await registerGenerator(service.live, org.key);
    const signed = await signText(generatorId);
    await untilItAnswers(signed.token);
    await pauseReplay();
    const { status } = await service.live.call('PUT', `/v1/generators/${generatorId}/revoke`, {
      token: org.key,
    });
    assert.equal(status, 200);
    for (const node of [other, service.live]) {
      assert.equal(await askStatus(signed.token, node), 'revoked');
      assert.equal((await verify(signed.content, node)).authentic, false);
      assert.equal((await node.call('GET', `/v1/keys/${generatorId}`)).body.status, 'revoked');
    }
    await resumeReplay();
    assert.equal(await askStatus(signed.token), 'revoked');
  });

  test('a replica that is killed is left out, and used again when it is back', async () => {
    const { token } = await signText(await registerGenerator(service.live, org.key));
    await replica.stop();
    assert.equal(await askStatus(token), 'active');
    await untilReplicaIs('away');
    assert.equal(await askStatus(token), 'active');
    await replica.start();
    await untilReplicaIs('ok');
    await untilItAnswers(token);
  });

  test('an address that leads to the primary, to another database or to several servers is never trusted', async () => {
    const port = await takeFreePort();
    let connections = 0;
    // As a balancer: the replica and the primary in turn.
    const balancer = createServer((socket) => {
      connections += 1;
      const server = connect(Number(new URL(connections % 2 === 1 ? replicaUrl : url).port), '127.0.0.1');
      for (const end of [socket, server]) end.on('error', () => socket.destroy());
      socket.pipe(server).pipe(socket);
    }).listen(port, '127.0.0.1');
    const balanced = Object.assign(new URL(url), { port: String(port) }).href;
    const problems: string[] = [];
    const database = readFromReplicas(openPostgresDatabase({ url, onIdleError: () => undefined }), {
      urls: [url, replica.url, balanced],
      onChange: ({ err }) => void (err && problems.push((err as Error).message)),
    });
    const states = () => database.replicaUse!().replicas.map(({ state }) => state);
    const read = () => database.publicRead.selectFrom('organizations').select('org_id').execute();
    const isFoundOut = async () => {
      const answers = await Promise.all(Array.from({ length: 4 }, read));
      assert.deepEqual(answers.flat(), Array(4).fill({ org_id: org.orgId }));
      return problems.length > 0;
    };
    await until(isFoundOut, 'the balanced one is found out');
    assert.match(problems[0]!, /leads to more than one server/);
    await until(
      () =>
        states()
          .slice(0, 2)
          .every((state) => state === 'foreign'),
      'foreign servers are known',
    );
    await database.close();
    balancer.close();
  });

  test('a replica that became a primary of its own is left out', async () => {
    const { token } = await signText(await registerGenerator(service.live, org.key));
    assert.equal(await runSql(replica.url, 'SELECT pg_promote()'), true);
    assert.equal(await askStatus(token), 'active');
    await untilReplicaIs('foreign');
    assert.equal(await askStatus(token), 'active');
  });
});

async function until(isSo: () => Promise<boolean> | boolean, what: string): Promise<void> {
  for (const end = Date.now() + 30_000; !(await isSo()); await pause(20))
    assert.ok(Date.now() < end, `not so: ${what}`);
}
