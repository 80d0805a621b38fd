// A certificate authority and a time stamp authority made with openssl, as an organization and an
// operator would use them.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

/** Options of `openssl genpkey`. */
export const keyKinds = {
  ES256: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  ES384: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-384'],
  PS256: ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048'],
  Ed25519: ['-algorithm', 'ED25519'],
} as const;

/** What the profile of C2PA requires of a leaf. */
export const goodExtensions = [
  'basicConstraints=critical,CA:FALSE',
  'keyUsage=critical,digitalSignature,nonRepudiation',
  'extendedKeyUsage=emailProtection,1.3.6.1.4.1.62558.2.1',
  'subjectKeyIdentifier=hash',
  'authorityKeyIdentifier=keyid',
];

export interface LeafOptions {
  readonly extensions?: readonly string[];
  readonly days?: number;
  readonly subject?: string;
}

export class OpensslAuthority {
  readonly #folder = mkdtempSync(join(tmpdir(), 'provenance-authority-'));

  constructor() {
    this.#makeRoot('root', '/C=DE/O=Test Authority/CN=Test Root');
  }

  get root(): string {
    return this.read('root.pem');
  }

  /** Another root, which issued nothing. */
  makeStranger(): string {
    this.#makeRoot('stranger', '/C=DE/O=Stranger/CN=Stranger Root');
    return this.read('stranger.pem');
  }

  makeKey(options: readonly string[]): string {
    const name = `${randomBytes(6).toString('hex')}.key`;
    this.run('genpkey', ...options, '-out', name);
    return this.read(name);
  }

  /** A leaf over a key of the caller, in PEM. */
  issue(key: string, { subject = '/C=DE/O=Acme Pictures/CN=Acme', ...options }: LeafOptions = {}): string {
    const name = this.#write(key);
    this.run('req', '-new', '-key', name, '-subj', subject, '-out', `${name}.csr`);
    return this.sign(this.read(`${name}.csr`), options);
  }

  /** A leaf for a signing request. */
  sign(request: string, { extensions = goodExtensions, days = 365 }: LeafOptions = {}): string {
    const name = this.#write(request);
    writeFileSync(join(this.#folder, `${name}.ext`), extensions.join('\n'));
    const issuer = ['-CA', 'root.pem', '-CAkey', 'root.key', '-CAcreateserial'];
    const more = ['-days', String(days), '-extfile', `${name}.ext`, '-out', `${name}.pem`];
    this.run('x509', '-req', '-in', name, ...issuer, ...more);
    return this.read(`${name}.pem`);
  }

  run(...words: string[]): Buffer {
    return execFileSync('openssl', words, { cwd: this.#folder, stdio: 'pipe' });
  }

  /** `openssl ts` behind HTTP. */
  async startTimestamps(): Promise<HttpServer> {
    const key = this.makeKey(keyKinds.PS256);
    const purposes = ['keyUsage=critical,digitalSignature', 'extendedKeyUsage=critical,timeStamping'];
    const identifiers = goodExtensions.slice(3);
    const leaf = this.issue(key, { subject: '/C=DE/O=Clock/CN=Clock', extensions: [...purposes, ...identifiers] });
    writeFileSync(join(this.#folder, 'ts.key'), key);
    writeFileSync(join(this.#folder, 'ts.pem'), leaf);
    writeFileSync(join(this.#folder, 'ts.cnf'), timestampSettings);
    writeFileSync(join(this.#folder, 'ts.serial'), '01\n');
    return startHttp(async (request, response) => {
      const query = await buffer(request);
      writeFileSync(join(this.#folder, 'query.tsq'), query);
      this.run('ts', '-reply', '-config', 'ts.cnf', '-queryfile', 'query.tsq', '-out', 'reply.tsr');
      response.writeHead(200, { 'content-type': 'application/timestamp-reply' });
      response.end(readFileSync(join(this.#folder, 'reply.tsr')));
    });
  }

  read(name: string): string {
    return readFileSync(join(this.#folder, name), 'utf8');
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }

  #write(content: string): string {
    const name = randomBytes(6).toString('hex');
    writeFileSync(join(this.#folder, name), content);
    return name;
  }

  #makeRoot(name: string, subject: string): void {
    this.run('genpkey', ...keyKinds.ES256, '-out', `${name}.key`);
    const usage = ['-addext', 'keyUsage=critical,keyCertSign,cRLSign'];
    const key = ['-new', '-key', `${name}.key`, '-subj', subject, '-days', '3650'];
    this.run('req', '-x509', ...key, ...usage, '-out', `${name}.pem`);
  }
}

export interface HttpServer {
  readonly url: string;
  stop(): Promise<void>;
}

export async function startHttp(answer: RequestListener): Promise<HttpServer> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsa`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const timestampSettings = `[tsa]
default_tsa = clock
[clock]
serial = ts.serial
signer_cert = ts.pem
signer_key = ts.key
certs = root.pem
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ordering = no
tsa_name = no
ess_cert_id_chain = no
ess_cert_id_alg = sha256
`;
