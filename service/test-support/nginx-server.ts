// A real nginx for tests, as a load balancer: it knows only the nodes from its start.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endProgram, endWithThisProcess, findProgram, takeFreePort, untilItAnswers } from './private-program.ts';

export interface LoadBalancer {
  readonly url: string;
  stop(): Promise<void>;
}

export const nginxAbsent = 'nginx is not here: install nginx-light';

export function isNginxHere(): boolean {
  return program() !== undefined;
}

/** Debian installs it outside an ordinary user's PATH. */
function program(): string | undefined {
  return findProgram('nginx', ['/usr/sbin']);
}

export async function startNginx(nodes: readonly string[]): Promise<LoadBalancer> {
  const port = await takeFreePort();
  const folder = mkdtempSync(join(tmpdir(), 'provenance-nginx-'));
  mkdirSync(join(folder, 'logs'));
  writeFileSync(join(folder, 'nginx.conf'), configurationFor(port, nodes));
  const server: ChildProcess = spawn(program()!, ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr'], {
    stdio: 'ignore',
  });
  endWithThisProcess(server, folder);
  const url = `http://127.0.0.1:${port}`;
  await untilItAnswers(() => fetch(`${url}/version`));
  return { url, stop: () => endProgram(server, 'SIGTERM') };
}

/**
 * A node that does not respond is left out for a second. A request that was sent to a node is never
 * sent to another.
 */
function configurationFor(port: number, nodes: readonly string[]): string {
  const servers = nodes.map((node) => `server ${new URL(node).host} max_fails=1 fail_timeout=1s;`).join('\n    ');
  // Its worker would otherwise be `nobody`, who cannot write large bodies into the folder.
  const user = process.getuid?.() === 0 ? 'user root root;' : '';
  return `daemon off;
${user}
pid nginx.pid;
worker_processes 1;
events { worker_connections 256; }
http {
  access_log off;
  client_max_body_size 60m;
  client_body_temp_path bodies;
  proxy_temp_path answers;
  fastcgi_temp_path a; uwsgi_temp_path b; scgi_temp_path c;
  upstream nodes {
    ${servers}
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://nodes;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header Host $host;
    }
  }
}
`;
}
