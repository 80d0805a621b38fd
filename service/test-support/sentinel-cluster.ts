// A real Redis that fails over, for tests: a master, a replica and three Sentinels, on loopback.
import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { endProgram, endWithThisProcess, findProgram, takeFreePort, untilItAnswers } from './private-program.ts';
import { isRedisHere, type RedisServer, startRedis } from './redis-server.ts';

export interface SentinelCluster {
  /** For REDIS_URL. */
  readonly url: string;
  /** kill -9 of the first master. */
  killMaster(): Promise<void>;
  stop(): Promise<void>;
}

export const sentinelAbsent = 'Redis Sentinel is not here: install redis-sentinel';

export function isSentinelHere(): boolean {
  return isRedisHere() && findProgram('redis-sentinel') !== undefined;
}

export async function startSentinels(): Promise<SentinelCluster> {
  const master = await startRedis();
  const { port: masterPort } = new URL(master.url);
  const replica = await startRedis(['--replicaof', '127.0.0.1', masterPort]);
  const sentinels = await Promise.all(Array.from({ length: 3 }, () => startSentinel(masterPort)));
  const [first] = sentinels;
  const asking = new Redis(first!.port, { maxRetriesPerRequest: 0 });
  const copying = new Redis(replica.url, { maxRetriesPerRequest: 0 });
  // A failover before this moment would find no replica, an empty one, or no majority.
  await untilItAnswers(async () => {
    if (!(await copying.info('replication')).includes('master_link_status:up')) throw new Error('Not copied.');
    const state = (await asking.call('SENTINEL', 'master', 'mymaster')) as string[];
    const fieldOf = (name: string) => state[state.indexOf(name) + 1];
    if (fieldOf('num-slaves') !== '1' || fieldOf('num-other-sentinels') !== '2') throw new Error('Not complete.');
  }, 30_000);
  asking.disconnect();
  copying.disconnect();
  const hosts = sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',');
  return {
    url: `redis+sentinel://${hosts}/mymaster`,
    killMaster: () => master.stop(),
    stop: async () => void (await Promise.all([master, replica, ...sentinels].map((each) => each.stop()))),
  };
}

async function startSentinel(masterPort: string): Promise<Pick<RedisServer, 'stop'> & { readonly port: number }> {
  const port = await takeFreePort();
  const folder = mkdtempSync(join(tmpdir(), 'provenance-sentinel-'));
  const file = join(folder, 'sentinel.conf');
  // Sentinel writes its state into this file.
  writeFileSync(
    file,
    `port ${port}
bind 127.0.0.1
dir ${folder}
sentinel monitor mymaster 127.0.0.1 ${masterPort} 2
sentinel down-after-milliseconds mymaster 1000
sentinel failover-timeout mymaster 5000
`,
  );
  const server = spawn(findProgram('redis-sentinel')!, [file], { stdio: 'ignore' });
  endWithThisProcess(server, folder);
  return { port, stop: () => endProgram(server, 'SIGKILL') };
}
