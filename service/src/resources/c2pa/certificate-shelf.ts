// Stores the certificates of organizations and their sealed keys. Each organization has at most one
// active certificate, which signs. Activating another one replaces it.
import { type KeyObject, X509Certificate } from 'node:crypto';
import type { ClaimChain } from '@content-provenance/engine';
import { makeIdentifier } from '../../access/identifiers.ts';
import type { Database, Queries, Transaction } from '../../adapters/database/database.ts';
import type { SigningAlgorithm } from '../../adapters/key-custody/custodian.ts';
import type { KeyCustody, SigningKey } from '../../adapters/key-custody/key-custody.ts';
import type { KeyVault } from '../../adapters/key-vault/key-vault.ts';
import type { CertificateSource } from '../../database/schema.ts';
import { certificateKeyPlace } from '../../database/sealed-places.ts';
import type { EventStream } from '../../events/event-stream.ts';
import { fail } from '../../http/error-catalogue.ts';
import { chainColumns, emptyRow, readChain } from './certificate-rows.ts';
import { type ClassicalAuthority, makeKey } from './classical-authority.ts';
import {
  type CertificateRow,
  findActive,
  findCertificate,
  insertCertificate,
  listCertificates,
  updateCertificate,
} from './signing-certificates.store.ts';

export interface CertificateShelfParts {
  readonly database: Database;
  readonly vault: KeyVault;
  readonly custody: KeyCustody;
  readonly authority: ClassicalAuthority;
  readonly events: EventStream;
  readonly now?: () => number;
}

const mostRequests = 20;

export type CertificateShelf = ReturnType<typeof createCertificateShelf>;

export function createCertificateShelf(parts: CertificateShelfParts) {
  const { database, vault, custody, authority, events, now = Date.now } = parts;

  /** secret: a private key in PKCS #8, or a reference to a key in custody. */
  function newRow(orgId: string, source: CertificateSource, secret: Uint8Array, subject: string): CertificateRow {
    const id = makeIdentifier('crt');
    const sealed = vault.seal(secret, certificateKeyPlace(id));
    const created = { certificate_id: id, org_id: orgId, sealed_key: sealed, created_at: now() };
    return { ...emptyRow, ...created, source, state: 'requested', subject };
  }

  async function insert(transaction: Queries, row: CertificateRow): Promise<void> {
    const waiting = (await listCertificates(transaction, row.org_id)).filter(({ state }) => state === 'requested');
    if (waiting.length >= mostRequests) fail('certificate_limit_reached');
    await insertCertificate(transaction, row);
  }

  /** Makes this certificate the one that signs. */
  async function activate(transaction: Transaction, row: CertificateRow, chain: ClaimChain, actor?: string) {
    const { org_id, certificate_id, source } = row;
    const columns = chainColumns(chain);
    const { subject, issuer } = columns;
    const not_after = chain.notAfter.toISOString();
    // First, because this locks the organization: two at once must not both stay active.
    await events.append(transaction, org_id, [
      {
        type: 'certificate_activated',
        metadata: { certificate_id, source, subject, issuer, not_after, ...(actor && { actor }) },
      },
    ]);
    const active = await findActive(transaction, org_id);
    if (active) await updateCertificate(transaction, org_id, active.certificate_id, { state: 'replaced' });
    return updateCertificate(transaction, org_id, certificate_id, { ...columns, state: 'active' });
  }

  function add(row: CertificateRow, chain: ClaimChain, actor?: string): Promise<CertificateRow> {
    return database.transaction(async (transaction) => {
      await insert(transaction, row);
      return activate(transaction, row, chain, actor);
    });
  }

  /** The private key of a certificate, or a reference to it. */
  function openSecret({ sealed_key, certificate_id }: CertificateRow): Uint8Array {
    return vault.open(sealed_key, certificateKeyPlace(certificate_id));
  }

  return {
    newRow,
    openSecret,
    insert,
    activate,
    add,

    async find(queries: Queries, orgId: string, id: string): Promise<CertificateRow> {
      const row = await findCertificate(queries, orgId, id);
      return row ?? fail('not_found', { message: 'The organization has no such certificate.' });
    },

    /** Without a chain, the key is a P-256 key. */
    openKey(row: CertificateRow): SigningKey {
      const algorithm = (row.algorithm ?? 'ES256') as SigningAlgorithm;
      const known = row.chain === null ? undefined : new X509Certificate(row.chain).publicKey;
      return custody.open(openSecret(row), algorithm, known);
    },

    /** A certificate of the service itself, for an organization that has not sent one. */
    async issue(orgId: string, actor?: string): Promise<CertificateRow> {
      const key = makeKey();
      const certificates = [await authority.issue(orgId, key), authority.root];
      const chain = readChain(certificates.map((der) => new X509Certificate(der).toString()).join(''), now());
      return add(newRow(orgId, 'service', asPkcs8(key), chain.subject), chain, actor);
    },
  };
}

export function asPkcs8(key: KeyObject): Uint8Array {
  return key.export({ format: 'der', type: 'pkcs8' });
}
