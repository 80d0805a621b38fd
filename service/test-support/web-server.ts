// The web server of a domain: HTTPS on port 443 of a loopback address that no other test uses.
import { randomInt } from 'node:crypto';
import { type Certificates, type Receiver, startReceiver } from './https-receiver.ts';

export interface WebServer extends Receiver {
  /** What the domain resolves to. */
  readonly address: string;
}

export async function startWebServer(certificates: Certificates): Promise<WebServer> {
  const address = `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(3, 255)}`;
  const receiver = await startReceiver(certificates, { host: address, port: 443 });
  return { ...receiver, address };
}
