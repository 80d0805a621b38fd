// A real Redis for tests: private, in memory, on its own port. A test can stop and restart it.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endProgram, endWithThisProcess, findProgram, takeFreePort, untilItAnswers } from './private-program.ts';

export interface RedisServer {
  readonly url: string;
  /** Starts it again on the same port, without its data. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export const redisAbsent = 'Redis is not here: install redis-server';

export function isRedisHere(): boolean {
  return findProgram('redis-server') !== undefined;
}

export async function startRedis(more: readonly string[] = []): Promise<RedisServer> {
  const port = await takeFreePort();
  const folder = mkdtempSync(join(tmpdir(), 'provenance-redis-'));
  const options = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    folder,
    ...more,
  ];
  let server: ChildProcess;

  async function start(): Promise<void> {
    server = spawn(findProgram('redis-server')!, options, { stdio: 'ignore' });
    endWithThisProcess(server, folder);
    await untilItAnswers(() => ping(port));
  }

  await start();
  return { url: `redis://127.0.0.1:${port}`, start, stop: () => endProgram(server, 'SIGKILL') };
}

function ping(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.once('error', reject);
    socket.once('data', (answer) => {
      socket.destroy();
      if (String(answer).startsWith('+PONG')) resolve();
      else reject(new Error(`Redis answered ${answer}.`));
    });
  });
}
