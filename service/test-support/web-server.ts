// The web server of a domain: HTTPS on port 443 of a loopback address that no other test uses. Where a user may not open that
// port, the tests that need it are skipped and say so; in CI they fail.
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { describe, test } from 'node:test';
import { type Certificates, type Receiver, startReceiver } from './https-receiver.ts';

export interface WebServer extends Receiver {
  /** What the domain resolves to. */
  readonly address: string;
}

const port = 443;

export async function startWebServer(certificates: Certificates): Promise<WebServer> {
  const address = freshAddress();
  const receiver = await startReceiver(certificates, { host: address, port });
  return { ...receiver, address };
}

export async function withWebServers(suite: () => void): Promise<void> {
  const problem = await tryPort();
  const absence = `Port ${port} of a loopback address cannot be opened here (${problem}), so no web server of a domain was started.`;
  if (problem === null) describe('with web servers', suite);
  else if (process.env.CI === 'true') test('with web servers', () => assert.fail(absence));
  else test('with web servers', { skip: absence });
}

function tryPort(): Promise<string | null> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', ({ message }) => resolve(message));
    server.listen({ host: freshAddress(), port }, () => server.close(() => resolve(null)));
  });
}

function freshAddress(): string {
  return `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(3, 255)}`;
}
