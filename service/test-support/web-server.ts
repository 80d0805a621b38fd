// The web server of a domain: HTTPS on port 443 of a loopback address that no other test uses. Some
// users cannot open it.
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { type Certificates, type Receiver, startReceiver } from './https-receiver.ts';
import { describeWhere } from './test-run.ts';

export interface WebServer extends Receiver {
  /** The address of the domain. */
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
  describeWhere(problem === null, absence, 'with web servers', suite);
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
