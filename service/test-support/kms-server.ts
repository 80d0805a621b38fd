// A key management service on this machine, over real HTTPS, with keys made by node:crypto. A test
// can let it misbehave. Needs openssl.
import { execFileSync } from 'node:child_process';
import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import type { Certificates } from './https-receiver.ts';

export interface KmsServer {
  readonly url: string;
  /** The settings of a service that uses it. */
  readonly settings: Readonly<Record<string, string>>;
  readonly operations: string[];
  /** Adds a key. */
  addKey(id: string, kind: KeyKind): KeyObject;
  /** Adds a private key in PEM. */
  takeKey(id: string, key: string): void;
  /** What MASTER_KEY_WRAPPED_FILE contains for this key. */
  wrap(key: Uint8Array): string;
  /** undefined: it works again. Return true if the request is dealt with. */
  misbehave(behaviour: Misbehaviour | undefined): void;
  stop(): Promise<void>;
  /** On the same port. */
  start(): Promise<void>;
}

export type KeyKind = 'ML-DSA-65' | 'ES256' | 'ES384' | 'PS256' | 'Ed25519';
export type Misbehaviour = (operation: string, response: ServerResponse<IncomingMessage>) => boolean;

interface KmsRequest {
  readonly key_id: string;
  readonly name: string;
  readonly algorithm: KeyKind;
  readonly message?: string;
  readonly digest?: string;
  readonly ciphertext?: string;
}

const token = 'the-token-of-the-kms';

export async function startKms(
  { key, certificate, authorityFile }: Certificates,
  /** PEM. With it, the server demands a certificate of this authority from its clients. */
  clientAuthority?: string,
): Promise<KmsServer> {
  const keys = new Map<string, KeyObject>();
  const publicKeys = new Map<string, KeyObject>();
  const wrappingKey = randomBytes(32);
  const operations: string[] = [];
  let misbehaviour: Misbehaviour | undefined;
  let server: Server;
  let port = 0;

  function addKey(id: string, kind: KeyKind): KeyObject {
    const pair = makePair(kind);
    keys.set(id, pair.privateKey);
    publicKeys.set(id, pair.publicKey);
    return pair.publicKey;
  }

  function perform(operation: string, request: KmsRequest): object | undefined {
    if (operation === 'create-key') {
      addKey(`made/${request.name}`, request.algorithm);
      return { key_id: `made/${request.name}` };
    }
    if (operation === 'decrypt') return unwrap(request.ciphertext!);
    const found = keys.get(request.key_id);
    if (!found) return undefined;
    if (operation === 'sign') return { signature: signRequest(found, request).toString('base64') };
    const spki = publicKeys.get(request.key_id)!.export({ format: 'der', type: 'spki' });
    return { public_key: spki.toString('base64') };
  }

  function unwrap(ciphertext: string): object | undefined {
    const bytes = Buffer.from(ciphertext, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', wrappingKey, bytes.subarray(0, 12)).setAuthTag(
      bytes.subarray(-16),
    );
    try {
      const plaintext = Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
      return { plaintext: plaintext.toString('base64') };
    } catch {
      return undefined;
    }
  }

  async function listen(): Promise<void> {
    const clients = clientAuthority && { ca: clientAuthority, requestCert: true, rejectUnauthorized: true };
    server = createServer({ key, cert: certificate, ...clients }, async (request, response) => {
      const operation = request.url!.replace('/keys/', '');
      operations.push(operation);
      // A caller that gave up sends no complete body.
      const body = (await json(request).catch(() => undefined)) as KmsRequest | undefined;
      if (!body) return void response.destroy();
      if (misbehaviour?.(operation, response)) return;
      if (request.headers.authorization !== `Bearer ${token}`) return void response.writeHead(401).end();
      const answer = perform(operation, body);
      response.writeHead(answer ? 200 : 404).end(JSON.stringify(answer ?? { error: 'no such key' }));
    });
    await once(server.listen(port, '127.0.0.1'), 'listening');
    port = (server.address() as AddressInfo).port;
  }

  await listen();
  const url = `https://127.0.0.1:${port}/keys`;
  return {
    url,
    settings: { KMS_URL: url, KMS_TOKEN: token, KMS_CA_FILE: authorityFile },
    operations,
    addKey,
    takeKey(id, key) {
      keys.set(id, createPrivateKey(key));
      publicKeys.set(id, createPublicKey(key));
    },
    wrap(secret) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', wrappingKey, nonce);
      return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]).toString('base64');
    },
    misbehave(behaviour) {
      misbehaviour = behaviour;
    },
    start: listen,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function makePair(kind: KeyKind) {
  if (kind === 'ML-DSA-65') return generateKeyPairSync('ml-dsa-65');
  if (kind === 'PS256') return generateKeyPairSync('rsa', { modulusLength: 2048 });
  if (kind === 'Ed25519') return generateKeyPairSync('ed25519');
  return generateKeyPairSync('ec', { namedCurve: kind === 'ES256' ? 'prime256v1' : 'secp384r1' });
}

function signRequest(key: KeyObject, { algorithm, message, digest }: KmsRequest): Buffer {
  if (message !== undefined) return sign(null, Buffer.from(message, 'base64'), key);
  const signature = signDigest(key, algorithm, Buffer.from(digest!, 'base64'));
  return algorithm === 'PS256' ? signature : inFullLength(signature, algorithm === 'ES256' ? 32 : 48);
}

/** By openssl, because node:crypto takes messages only. */
function signDigest(key: KeyObject, algorithm: KeyKind, digest: Buffer): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'provenance-kms-'));
  writeFileSync(join(folder, 'key'), key.export({ format: 'pem', type: 'pkcs8' }));
  writeFileSync(join(folder, 'digest'), digest);
  const options = algorithm === 'PS256' ? ['digest:sha256', 'rsa_padding_mode:pss', 'rsa_pss_saltlen:32'] : [];
  try {
    const words = ['-sign', '-inkey', 'key', '-in', 'digest', ...options.flatMap((option) => ['-pkeyopt', option])];
    return execFileSync('openssl', ['pkeyutl', ...words], { cwd: folder, stdio: 'pipe' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** From ECDSA-Sig-Value in DER, shorter than 128 bytes, to both numbers in full length. */
function inFullLength(der: Buffer, size: number): Buffer {
  const first = der.subarray(4, 4 + der[3]!);
  const second = der.subarray(6 + der[3]!);
  return Buffer.concat([first, second].map((number) => Buffer.concat([Buffer.alloc(size), number]).subarray(-size)));
}
