// Nodes as an operator runs them: real processes over a real PostgreSQL and a real Redis, behind a
// real nginx. The system provides processor time and memory of each of them.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfiguration } from '../../service/src/configuration/read-configuration.ts';
import { createLog } from '../../service/src/log.ts';
import { collectRoutes } from '../../service/src/operator/collect-routes.ts';
import { openDatabase } from '../../service/src/service.ts';
import { createClient } from '../../service/test-support/http-client.ts';
import { outboxOf } from '../../service/test-support/mail-server.ts';
import { startNginx } from '../../service/test-support/nginx-server.ts';
import { startPostgres } from '../../service/test-support/postgres-server.ts';
import {
  childrenOf,
  processorMilliseconds,
  processTree,
  residentBytes,
} from '../../service/test-support/process-tree.ts';
import { startRedis } from '../../service/test-support/redis-server.ts';
import { makeSigningAccount, registerGenerator } from '../../service/test-support/signing-client.ts';
import { spawnService } from '../../service/test-support/spawned-service.ts';
import type { LoadingOrganization } from '../../test/load/operations.ts';

export interface Cluster {
  readonly nodes: number;
  /** The address of the load balancer. */
  readonly url: string;
  /** The settings of the nodes. */
  readonly settings: Readonly<Record<string, string>>;
  /** The owners of the load. */
  readonly organizations: readonly LoadingOrganization[];
  /**
   * Processes that the nodes depend on: PostgreSQL works in its own children, nginx in a worker.
   */
  around(): number[];
  /** Milliseconds of processor time so far: of all nodes, and of what they depend on. */
  processorTime(): { readonly nodes: number; readonly around: number };
  /** Resident bytes of each node. */
  residentBytes(): number[];
  stop(): Promise<void>;
}

/**
 * A single organization is the worst case for its chain of events, and the best for interference
 * between organizations.
 */
const organizationCount = Number(process.env.ORGANIZATIONS ?? 12);

/** extra: settings besides the usual ones. */
export async function startCluster(nodes: number, extra: Readonly<Record<string, string>> = {}): Promise<Cluster> {
  const ownBefore = new Set(childrenOf(process.pid));
  const [postgres, redis] = await Promise.all([startPostgres({ durable: true }), startRedis()]);
  const folder = mkdtempSync(join(tmpdir(), 'provenance-cluster-'));
  const settings = {
    PORT: '0',
    SANDBOX_PORT: '0',
    DATA_DIR: folder,
    DATABASE_URL: await postgres.createDatabase(),
    SANDBOX_DATABASE_URL: await postgres.createDatabase(),
    REDIS_URL: redis.url,
    MASTER_KEY: randomBytes(32).toString('base64'),
    JWT_SECRET: randomBytes(32).toString('hex'),
    TRUST_PROXY: '127.0.0.1',
    // All the load comes from one address.
    VERIFY_LIMIT_PER_MINUTE: '0',
    PUBLIC_LIMIT_PER_MINUTE: '0',
    ACCOUNT_LIMIT_PER_MINUTE: '0',
    ...extra,
  };
  const services = await Promise.all(Array.from({ length: nodes }, () => spawnService(settings)));
  const balancer = await startNginx(services.map(({ liveUrl }) => liveUrl));
  const routes = await collectRoutes();
  const live = createClient(() => ({ url: balancer.url, name: 'live', routes }));
  const database = openDatabase('live', readConfiguration(settings), createLog('silent'));
  const organizations: LoadingOrganization[] = [];
  while (organizations.length < organizationCount) {
    const account = await makeSigningAccount({ live, database, outbox: outboxOf(folder) }, 'enterprise');
    organizations.push({ ...account, serverGeneratorId: await registerGenerator(live, account.key) });
  }
  await database.close();
  const nodePids = services.map(({ process: { pid } }) => pid!);
  const ownAround = childrenOf(process.pid).filter((pid) => !ownBefore.has(pid) && !nodePids.includes(pid));
  const around = () => ownAround.flatMap(processTree);

  return {
    nodes,
    url: balancer.url,
    settings,
    organizations,
    around,
    processorTime: () => ({
      nodes: processorTimeOf(nodePids),
      around: processorTimeOf(ownAround),
    }),
    residentBytes: () => nodePids.map(residentBytes),
    async stop() {
      await balancer.stop();
      await Promise.all(services.map((service) => service.stop()));
      await Promise.all([redis.stop(), postgres.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function processorTimeOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + processorMilliseconds(pid)!, 0);
}
