// The classical root (P-256) of the environment. It issues a certificate to an organization that
// has not sent one, so that its first classical manifest needs no preparation. Other programs find
// such manifests valid, but do not trust the root.
import { createECDH, createPrivateKey, generateKeyPairSync, hkdfSync, type KeyObject, sign } from 'node:crypto';
import { type CertificateName, issueCertificate, writeCertificateRequest } from '@content-provenance/engine';
import type { EnvironmentName } from '../../access/api-keys.ts';
import type { Database } from '../../adapters/database/database.ts';
import type { SigningKey } from '../../adapters/key-custody/key-custody.ts';
import type { KeyVault } from '../../adapters/key-vault/key-vault.ts';
import { readOrMakeServiceSecret } from '../../database/service-secrets.ts';
import { findCertificate, keepCertificate } from './certificates.store.ts';

export interface ClassicalAuthority {
  /** DER. */
  readonly root: Uint8Array;
  /**
   * A certificate for a new key, valid for 365 days. Its subject contains the id of the
   * organization.
   */
  issue(orgId: string, key: KeyObject): Promise<Uint8Array>;
}

const rootName = 'classical-root:1';
const secretName = 'c2pa-classical-root:1';
const day = 24 * 60 * 60 * 1000;
/** The certificate policy of C2PA allows 366 days. */
const leafDays = 365;
const rootDays = 30 * 365;
/** A verifier whose clock is behind accepts a certificate that was issued just now. */
const clockTolerance = 60 * 60 * 1000;
/** The order of the group of P-256 (NIST SP 800-186 §3.2.1.3). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

export async function openClassicalAuthority(
  environment: EnvironmentName,
  database: Database,
  vault: KeyVault,
  now: () => number = Date.now,
): Promise<ClassicalAuthority> {
  const rootKey = keyFromSeed(await readOrMakeServiceSecret(database, vault, secretName));
  const organization = `Content Provenance Service${environment === 'live' ? '' : ' (sandbox)'}`;
  const issuer: CertificateName = { organization, commonName: 'C2PA Classical Root 1' };

  async function write(subject: CertificateName, key: KeyObject, days: number, use: 'authority' | 'claims') {
    const notAfter = now() + days * day;
    const certificate = await issueCertificate(
      {
        keys: 'p-256',
        subject,
        publicKey: pointOf(key),
        issuer,
        issuerPublicKey: pointOf(rootKey),
        notBefore: new Date(now() - clockTolerance),
        notAfter: new Date(notAfter),
        use,
      },
      async (message) => sign('sha256', message, rootKey),
    );
    return { certificate, not_after: notAfter };
  }

  const known = await findCertificate(database.read, rootName);
  const made = known ?? { name: rootName, ...(await write(issuer, rootKey, rootDays, 'authority')) };
  const root = known ?? (await database.transaction((transaction) => keepCertificate(transaction, made)));

  return {
    root: root.certificate,
    async issue(orgId, key) {
      const subject = { organization, organizationalUnit: orgId, commonName: 'Content Credentials' };
      return (await write(subject, key, leafDays, 'claims')).certificate;
    },
  };
}

export function makeKey(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey;
}

/** For a P-256 key. PEM, for the organization to send to its authority. */
export async function requestCertificate(subject: CertificateName, key: SigningKey): Promise<string> {
  const der = await writeCertificateRequest(subject, pointOf(await key.publicKey()), key.sign);
  const lines = Buffer.from(der)
    .toString('base64')
    .match(/.{1,64}/g)!;
  return `-----BEGIN CERTIFICATE REQUEST-----\n${lines.join('\n')}\n-----END CERTIFICATE REQUEST-----\n`;
}

/** Gives the same key on every node: 384 derived bits, reduced (FIPS 186-5 §A.2.1). */
function keyFromSeed(seed: Uint8Array): KeyObject {
  const wide = Buffer.from(hkdfSync('sha256', seed, '', 'content-provenance/c2pa-classical-root', 48));
  const scalar = (BigInt(`0x${wide.toString('hex')}`) % (order - 1n)) + 1n;
  const d = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex');
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(d);
  const point = pair.getPublicKey();
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((each) => each.toString('base64url'));
  const jwk = { kty: 'EC', crv: 'P-256', x: x!, y: y!, d: d.toString('base64url') };
  return createPrivateKey({ format: 'jwk', key: jwk });
}

/** The public key as an uncompressed point. */
function pointOf(key: KeyObject): Uint8Array {
  const { x, y } = key.export({ format: 'jwk' });
  return Buffer.concat([Buffer.from([4]), Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')]);
}
