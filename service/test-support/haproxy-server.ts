// A real HAProxy for tests, with the file that deploy/ has: one address that leads to the primary.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PatroniMember } from './patroni-member.ts';
import { runSql } from './postgres-server.ts';
import { endProgram, endWithThisProcess, findProgram, takeFreePort, untilItAnswers } from './private-program.ts';

export interface HaproxyServer {
  /** Host and port. */
  readonly address: string;
  stop(): Promise<void>;
}

export const haproxyAbsent = 'HAProxy is not here: install haproxy';

export function isHaproxyHere(): boolean {
  return program() !== undefined;
}

/** Debian installs it outside an ordinary user's PATH. */
function program(): string | undefined {
  return findProgram('haproxy', ['/usr/sbin']);
}

export async function startHaproxy(members: readonly PatroniMember[]): Promise<HaproxyServer> {
  const address = `127.0.0.1:${await takeFreePort()}`;
  const folder = mkdtempSync(join(tmpdir(), 'provenance-haproxy-'));
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, configurationFor(address, members));
  const server = spawn(program()!, ['-db', '-f', file], { stdio: 'ignore' });
  endWithThisProcess(server, folder);
  await untilItAnswers(() => runSql(`postgres://tester@${address}/postgres`, 'SELECT 1'));
  return { address, stop: () => endProgram(server, 'SIGTERM') };
}

function configurationFor(address: string, members: readonly PatroniMember[]): string {
  const deployed = readFileSync(new URL('../../deploy/haproxy.cfg', import.meta.url), 'utf8');
  return deployed
    .replace('bind *:5000', `bind ${address}`)
    .replaceAll(/postgres-(\d):5432 check port 8008/g, (_, place: string) => {
      const { address: postgres, restUrl } = members[Number(place) - 1]!;
      return `${postgres} check port ${new URL(restUrl).port}`;
    });
}
