// A real etcd for tests: one private member, in which Patroni keeps the lock of the primary.
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endProgram, endWithThisProcess, findProgram, takeFreePort, untilItAnswers } from './private-program.ts';

export interface EtcdServer {
  /** Host and port. */
  readonly address: string;
  stop(): Promise<void>;
}

export function isEtcdHere(): boolean {
  return findProgram('etcd') !== undefined;
}

export async function startEtcd(): Promise<EtcdServer> {
  const [address, peer] = [`127.0.0.1:${await takeFreePort()}`, `127.0.0.1:${await takeFreePort()}`];
  const folder = mkdtempSync(join(tmpdir(), 'provenance-etcd-'));
  const options = [
    ['--data-dir', folder],
    ['--listen-client-urls', `http://${address}`],
    ['--advertise-client-urls', `http://${address}`],
    ['--listen-peer-urls', `http://${peer}`],
    ['--initial-advertise-peer-urls', `http://${peer}`],
    ['--initial-cluster', `default=http://${peer}`],
  ];
  // Debian builds it for ARM too, where this version asks for the variable.
  const env = { ...process.env, ETCD_UNSUPPORTED_ARCH: process.arch };
  const server = spawn(findProgram('etcd')!, options.flat(), { env, stdio: 'ignore' });
  endWithThisProcess(server, folder);
  await untilItAnswers(async () => {
    const { health } = (await (await fetch(`http://${address}/health`)).json()) as { health: string };
    if (health !== 'true') throw new Error('etcd has no leader.');
  });
  return { address, stop: () => endProgram(server, 'SIGKILL') };
}
