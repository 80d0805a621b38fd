// Two nodes over a PostgreSQL under Patroni, with load on both: one names all hosts of the
// database and reads from its standbys, the other uses HAProxy. Shared by the test and the
// measurement of failovers.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { splitHosts } from '../src/adapters/host-list.ts';
import {
  expectKept,
  type FaultedOrganization,
  type FaultLoad,
  findLost,
  makeFaultedOrganization,
  openLive,
  startFaultLoad,
  untilWell,
} from './fault-load.ts';
import { type HaproxyServer, startHaproxy } from './haproxy-server.ts';
import { expectProven, readCheckpoint, readKeys, readProof, readWholeLog } from './log-reader.ts';
import { type PatroniCluster, startPatroni } from './patroni-cluster.ts';
import type { PatroniTimers } from './patroni-member.ts';
import { settingsFor } from './running-service.ts';
import { type SpawnedService, spawnService } from './spawned-service.ts';

export interface FailoverLoad {
  readonly cluster: PatroniCluster;
  /** Starts the load: one for the node with the list of hosts, one for the node behind HAProxy. */
  startLoads(): readonly [FaultLoad, FaultLoad];
  /** Everything that the loads acknowledged is stored and counted once, and no node restarted. */
  expectEverything(loads: readonly FaultLoad[]): Promise<void>;
  /** How many records of a load are not stored. */
  countLost(load: FaultLoad): Promise<number>;
  stop(): Promise<void>;
}

export async function startFailoverLoad(timers?: PatroniTimers): Promise<FailoverLoad> {
  const cluster = await startPatroni(timers);
  const haproxy: HaproxyServer = await startHaproxy(cluster.members);
  const [live, sandbox] = [await cluster.createDatabase(), await cluster.createDatabase()];
  const settings = await settingsFor({
    settings: {
      DATABASE_URL: live,
      SANDBOX_DATABASE_URL: sandbox,
      MASTER_KEY: randomBytes(32).toString('base64'),
      JWT_SECRET: randomBytes(32).toString('hex'),
      VERIFY_LIMIT_PER_MINUTE: '0',
      MEDIA_DECODER: 'false',
      NEURAL_WATERMARK: 'false',
    },
  });
  const behind = (url: string) => url.replace(/@[^/]+/, `@${haproxy.address}`);
  const replicas = splitHosts(live).join(',');
  const nodes: SpawnedService[] = [await spawnService({ ...settings, DATABASE_REPLICA_URL: replicas })];
  nodes.push(await spawnService({ ...settings, DATABASE_URL: behind(live), SANDBOX_DATABASE_URL: behind(sandbox) }));
  const org: FaultedOrganization = await makeFaultedOrganization(nodes[0]!.liveUrl, settings);
  let largestLog = 0;

  /** The log has each record once, its tiles fit its checkpoint, and it only grows. */
  async function expectLogged(url: string, records: ReadonlySet<string>): Promise<void> {
    const keys = await readKeys({ url });
    const indexes = new Set<number>();
    for (const recordId of records) {
      const proof = await readProof({ url }, recordId);
      expectProven(proof, keys);
      indexes.add(proof.index);
    }
    assert.equal(indexes.size, records.size);
    const { size } = await readCheckpoint({ url }, keys);
    assert.ok(size >= largestLog, `${largestLog} entries were published, and now ${size}`);
    largestLog = size;
    await readWholeLog({ url });
  }

  return {
    cluster,
    startLoads() {
      // Only 503: a failover is never a defect of ours, and no node ends.
      const [listed, balanced] = nodes.map(({ liveUrl }) => startFaultLoad(liveUrl, org, [503]));
      return [listed!, balanced!];
    },
    async expectEverything(loads) {
      await Promise.all(nodes.map(({ liveUrl }) => untilWell(liveUrl)));
      const records = new Set(loads.flatMap(({ acknowledged }) => [...acknowledged.records]));
      const verifications = loads.reduce((sum, { acknowledged }) => sum + acknowledged.verifications, 0);
      await expectKept(settings, org, { acknowledged: { records, verifications } });
      await expectLogged(nodes[0]!.liveUrl, records);
    },
    async countLost({ acknowledged }) {
      const database = openLive(settings);
      const lost = await findLost(database, acknowledged.records);
      await database.close();
      return lost.length;
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.kill()));
      await haproxy.stop();
      await cluster.stop();
      rmSync(settings.DATA_DIR!, { recursive: true, force: true });
    },
  };
}
