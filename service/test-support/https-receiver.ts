// Real HTTPS receivers on this machine, with certificates of a private authority made by openssl.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { findProgram } from './private-program.ts';
import { describeWhere } from './test-run.ts';

export interface Certificates {
  /** A file for NODE_EXTRA_CA_CERTS. */
  readonly authorityFile: string;
  /** The same in PEM. */
  readonly authority: string;
  readonly key: string;
  readonly certificate: string;
  remove(): void;
}

export function withOpenssl(suite: () => void): void {
  const absence = 'openssl is not here, so no HTTPS receiver could be made.';
  describeWhere(findProgram('openssl') !== undefined, absence, 'with HTTPS receivers', suite);
}

/** For 127.0.0.1, 127.0.0.2, localhost, hooks.test and the given names. */
export function makeCertificates(...moreNames: readonly string[]): Certificates {
  return makeCertificatesFor(2, ...moreNames);
}

/** days: negative for a certificate that has expired. */
export function makeCertificatesFor(days: number, ...moreNames: readonly string[]): Certificates {
  const folder = mkdtempSync(join(tmpdir(), 'provenance-certificates-'));
  const openssl = (...words: string[]) => execFileSync('openssl', words, { cwd: folder, stdio: 'pipe' });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const hosts = ['localhost', 'hooks.test', ...moreNames].map((name) => `DNS:${name}`);
  const names = `subjectAltName=IP:127.0.0.1,IP:127.0.0.2,${hosts.join(',')}`;
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-subj',
    '/CN=Test authority',
    '-days',
    '2',
  );
  openssl('req', ...newKey, '-keyout', 'leaf.key', '-out', 'leaf.csr', '-subj', '/CN=receiver');
  writeFileSync(join(folder, 'names'), names);
  openssl(
    'x509',
    '-req',
    '-in',
    'leaf.csr',
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-days',
    String(days),
    '-extfile',
    'names',
    '-out',
    'leaf.pem',
  );
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  return {
    authorityFile: join(folder, 'ca.pem'),
    authority: read('ca.pem'),
    key: read('leaf.key'),
    certificate: read('leaf.pem'),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** As NODE_EXTRA_CA_CERTS does for a process that starts with it. */
export function trustInThisProcess({ authorityFile }: Certificates): void {
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(authorityFile, 'utf8')]);
}

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** performance.now() when it had arrived. */
  readonly time: number;
}

export type Behaviour = (request: ReceivedRequest, response: ServerResponse<IncomingMessage>) => void;

export const answering =
  (status: number, body = ''): Behaviour =>
  (_, response) =>
    void response.writeHead(status).end(body);

export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly requests: ReceivedRequest[];
  behave(behaviour: Behaviour): void;
  stop(): Promise<void>;
}

/** Responds with 200 until the test changes it. */
export async function startReceiver(
  { key, certificate }: Certificates,
  { host = '127.0.0.1', port = 0 }: { readonly host?: string; readonly port?: number } = {},
): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  let behaviour = answering(200, 'thank you');
  const server = createServer({ key, cert: certificate }, async (request, response) => {
    const body = await text(request);
    const received = { path: request.url!, headers: request.headers, body, time: performance.now() };
    requests.push(received);
    behaviour(received, response);
  });
  await once(server.listen(port, host), 'listening');
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `https://${host}:${taken}/hook`,
    port: taken,
    requests,
    behave(next) {
      behaviour = next;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
