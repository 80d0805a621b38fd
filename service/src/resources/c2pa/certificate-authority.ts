// The ML-DSA root of the service, which is made at the first start, and the certificates that it
// issues for the keys of generators. Its key is sealed in the database like other keys. The
// certificates are stored there too, so that all nodes use the same ones.
import { type CertificateName, issueCertificate, publicKeyFromSeed, signMessage } from '@content-provenance/engine';
import type { EnvironmentName } from '../../access/api-keys.ts';
import type { Database } from '../../adapters/database/database.ts';
import type { KeyVault } from '../../adapters/key-vault/key-vault.ts';
import { readOrMakeServiceSecret } from '../../database/service-secrets.ts';
import { findCertificate, forgetCertificate, keepCertificate } from './certificates.store.ts';

export interface CertificateAuthority {
  /** DER. */
  readonly roots: readonly Uint8Array[];
  /**
   * The certificate for the key of a generator. It is made at first use and again in its last year.
   */
  certificateFor(key: SubjectKey): Promise<Uint8Array>;
  /** Signs statements of the service itself. certificates: DER, leaf first, then the root. */
  statementSigner(): Promise<StatementSigner>;
}

export interface StatementSigner {
  readonly certificates: readonly Uint8Array[];
  sign(message: Uint8Array): Promise<Uint8Array>;
}

export interface SubjectKey {
  readonly orgId: string;
  readonly generatorId: string;
  readonly kid: string;
  readonly publicKey: Uint8Array;
}

const rootName = 'root:1';
const secretName = 'c2pa-root:1';
const statementName = 'statements:1';
const year = 365 * 24 * 60 * 60 * 1000;
// These signatures have no time stamp, so a manifest is valid only as long as its certificate.
const rootYears = 30;
const leafYears = 10;
/**
 * In milliseconds. A verifier whose clock is behind must accept a certificate that was just issued.
 */
const clockTolerance = 60 * 60 * 1000;

export async function openCertificateAuthority(
  environment: EnvironmentName,
  database: Database,
  vault: KeyVault,
  now: () => number = Date.now,
): Promise<CertificateAuthority> {
  const seed = await readOrMakeServiceSecret(database, vault, secretName);
  const rootKey = publicKeyFromSeed(seed);
  const organization = `Content Provenance Service${environment === 'live' ? '' : ' (sandbox)'}`;
  const rootSubject: CertificateName = { organization, commonName: 'C2PA Root 1' };

  type Use = 'authority' | 'claims' | 'statements';
  async function issue(name: string, subject: CertificateName, publicKey: Uint8Array, years: number, use: Use) {
    const notAfter = now() + years * year;
    const certificate = await issueCertificate(
      {
        subject,
        publicKey,
        issuer: rootSubject,
        issuerPublicKey: rootKey,
        notBefore: new Date(now() - clockTolerance),
        notAfter: new Date(notAfter),
        use,
      },
      (message) => signMessage(seed, message),
    );
    const row = { name, certificate, not_after: notAfter };
    return database.transaction((transaction) => keepCertificate(transaction, row));
  }

  const root =
    (await findCertificate(database.read, rootName)) ??
    (await issue(rootName, rootSubject, rootKey, rootYears, 'authority'));

  /** The stored certificate, or a new one if there is none or its last year has begun. */
  async function issueOnce(name: string, subject: CertificateName, publicKey: Uint8Array, use: Use) {
    const known = await findCertificate(database.read, name);
    if (known && known.not_after > now() + year) return known.certificate;
    if (known) await database.transaction((transaction) => forgetCertificate(transaction, name, known.not_after));
    return (await issue(name, subject, publicKey, leafYears, use)).certificate;
  }

  return {
    roots: [root.certificate],
    certificateFor(key) {
      const subject = { organization, organizationalUnit: key.orgId, commonName: key.generatorId };
      return issueOnce(key.kid, subject, key.publicKey, 'claims');
    },
    async statementSigner() {
      const own = await readOrMakeServiceSecret(database, vault, statementName);
      const subject = { organization, commonName: 'Statements 1' };
      const leaf = await issueOnce(statementName, subject, publicKeyFromSeed(own), 'statements');
      return { certificates: [leaf, root.certificate], sign: (message) => signMessage(own, message) };
    },
  };
}
