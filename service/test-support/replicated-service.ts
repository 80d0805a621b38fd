// Two nodes over their own PostgreSQL and a streaming replica whose replay a test can stop, so that
// it is late at any clock.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfiguration } from '../src/configuration/read-configuration.ts';
import { createLog } from '../src/log.ts';
import { startService } from '../src/service.ts';
import { type Client, createClient } from './http-client.ts';
import { type PrivatePostgres, runSql, startPostgres, startReplicaOf } from './postgres-server.ts';
import { type RunningService, startRunningService } from './running-service.ts';

export interface ReplicatedService {
  readonly primary: PrivatePostgres;
  readonly replica: PrivatePostgres;
  /** The address of the live database. */
  readonly url: string;
  readonly replicaUrl: string;
  readonly service: RunningService;
  /** The live environment of the other node. */
  readonly other: Client;
  /** Waits for a node's report about its replica. Default: the other node. */
  untilReplicaIs(state: string, node?: Client): Promise<void>;
  /** How many reads of the other node the replica has served. */
  countReplicaReads(): Promise<number>;
  pauseReplay(): Promise<void>;
  /** Resolves when the other node reads from the replica again. */
  resumeReplay(): Promise<void>;
  stop(): Promise<void>;
}

export async function startReplicatedService(): Promise<ReplicatedService> {
  // A small log, so that a limit on the size of files reaches tables first.
  const primary = await startPostgres({ logMebibytes: 1 });
  const url = await primary.createDatabase();
  const replica = await startReplicaOf(primary);
  const replicaUrl = Object.assign(new URL(replica.url), { pathname: new URL(url).pathname }).href;
  const service = await startRunningService({
    settings: {
      DATABASE_URL: url,
      DATABASE_REPLICA_URL: replicaUrl,
      MASTER_KEY: randomBytes(32).toString('base64'),
      VERIFY_LIMIT_PER_MINUTE: '0',
      MEDIA_DECODER: 'false',
      NEURAL_WATERMARK: 'false',
    },
  });
  const data = mkdtempSync(join(tmpdir(), 'provenance-service-'));
  const second = await startService(readConfiguration({ ...service.settings, DATA_DIR: data }), createLog('silent'));
  const other = createClient(() => second.live);

  const untilReplicaIs = (wanted: string, node = other) =>
    until(
      async () => (await node.call('GET', '/health')).body.checks.replicas[0] === wanted,
      `the replica is ${wanted}`,
    );
  for (const node of [service.live, other]) await untilReplicaIs('ok', node);

  return {
    primary,
    replica,
    url,
    replicaUrl,
    service,
    other,
    untilReplicaIs,
    async countReplicaReads() {
      const { body } = await other.call('GET', '/metrics');
      return Number(/^service_public_reads_total\{server="replica-1"[^}]*\} (\d+)$/m.exec(body)![1]);
    },
    async pauseReplay() {
      await runSql(replica.url, 'SELECT pg_wal_replay_pause()');
      const state = () => runSql(replica.url, 'SELECT pg_get_wal_replay_pause_state()');
      await until(async () => (await state()) === 'paused', 'replay is paused');
    },
    async resumeReplay() {
      await runSql(replica.url, 'SELECT pg_wal_replay_resume()');
      await untilReplicaIs('ok');
    },
    async stop() {
      await second.stop();
      rmSync(data, { recursive: true });
      await service.stop();
      await replica.stop();
      await primary.stop();
    },
  };
}

/** Waits long, because a busy machine is slow. */
export async function until(isSo: () => Promise<boolean> | boolean, what: string): Promise<void> {
  for (const end = Date.now() + 30_000; !(await isSo()); await pause(20)) assert.ok(Date.now() < end, `never: ${what}`);
}
