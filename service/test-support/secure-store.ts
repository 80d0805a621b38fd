// A real S3-compatible store behind HTTPS, as organizations connect it: Swift with TLS before it. A
// test can make it answer in another way, and sees the requests.
import { once } from 'node:events';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { objectAddress } from '../src/adapters/object-store/s3-address.ts';
import { signRequest } from '../src/adapters/object-store/signature-v4.ts';
import { type Certificates, makeCertificates } from './https-receiver.ts';
import { type SwiftServer, startSwift } from './swift-server.ts';

export interface SecureStore {
  readonly certificates: Certificates;
  /** The body of POST /v1/account/storage-connections. */
  readonly connection: Readonly<Record<string, string>>;
  /** `GET /bucket/key`, in the order of their arrival. */
  readonly requests: readonly string[];
  /** True: the test has answered. */
  intercept(answer: (request: IncomingMessage, response: ServerResponse) => boolean): void;
  /** By key, below the prefix of the connection. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  get(key: string): Promise<Buffer | undefined>;
  stop(): Promise<void>;
}

export async function startSecureStore(): Promise<SecureStore> {
  const swift: SwiftServer = await startSwift();
  const { place } = swift;
  const certificates = makeCertificates('store.test');
  const requests: string[] = [];
  let answerItself: Parameters<SecureStore['intercept']>[0] = () => false;
  const backend = new URL(place.endpoint!);
  const server = createServer({ key: certificates.key, cert: certificates.certificate }, (incoming, outgoing) => {
    requests.push(`${incoming.method} ${incoming.url}`);
    if (answerItself(incoming, outgoing)) return void incoming.resume();
    const { method, url: path, headers } = incoming;
    const target = { host: backend.hostname, port: backend.port, method, path, headers };
    const forwarded = request(target, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    // Swift sends a body after the headers of a HEAD response, which breaks only its own
    // connection.
    forwarded.on('error', () => !outgoing.headersSent && outgoing.destroy());
    incoming.on('error', () => forwarded.destroy()).pipe(forwarded);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;

  async function call(method: 'GET' | 'PUT', key: string, body: Uint8Array = new Uint8Array()) {
    const url = objectAddress(place, key);
    const headers = signRequest({ method, url, headers: {}, body }, place, new Date());
    return fetch(url, { method, headers, ...(method === 'PUT' && { body: new Uint8Array(body) }) });
  }

  return {
    certificates,
    connection: {
      name: 'Videos',
      endpoint: `https://127.0.0.1:${port}`,
      bucket: place.bucket,
      prefix: 'some/prefix',
      access_key_id: place.accessKeyId,
      secret_access_key: place.secretAccessKey,
    },
    requests,
    intercept(answer) {
      answerItself = answer;
    },
    async put(key, bytes) {
      const response = await call('PUT', key, bytes);
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    },
    async get(key) {
      const response = await call('GET', key);
      return response.status === 404 ? undefined : Buffer.from(await response.arrayBuffer());
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await swift.stop();
      certificates.remove();
    },
  };
}
