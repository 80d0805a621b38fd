// The certificates of an organization: requested here and signed by an authority, imported with
// their key, or issued by the service. Each can be renewed and revoked in one step.
import { X509Certificate } from 'node:crypto';
import { type CertificateName, type ClaimChain, isKeyOf, readClaimKey } from '@content-provenance/engine';
import { actorOf } from '../../access/actor.ts';
import type { Caller } from '../../access/caller.ts';
import type { Database } from '../../adapters/database/database.ts';
import type { KeyCustody, SigningKey } from '../../adapters/key-custody/key-custody.ts';
import { asSecret, type KeyReference } from '../../adapters/key-custody/key-reference.ts';
import type { EventStream } from '../../events/event-stream.ts';
import { fail, failValidation } from '../../http/error-catalogue.ts';
import { asDetail, inOneLine, present, readChain, readName } from './certificate-rows.ts';
import { asPkcs8, type CertificateShelf } from './certificate-shelf.ts';
import { makeKey, requestCertificate } from './classical-authority.ts';
import {
  deleteCertificate,
  findDefaultSignature,
  listCertificates,
  updateCertificate,
} from './signing-certificates.store.ts';

export interface SigningCertificatesParts {
  readonly database: Database;
  readonly custody: KeyCustody;
  readonly shelf: CertificateShelf;
  readonly events: EventStream;
  readonly now?: () => number;
}

interface RequestDetails {
  /** The certificate that the new one renews. */
  readonly renews?: string;
  readonly actor?: ReturnType<typeof actorOf>;
}

export type SigningCertificatesService = ReturnType<typeof createSigningCertificatesService>;

export function createSigningCertificatesService(parts: SigningCertificatesParts) {
  const { database, custody, shelf, events, now = Date.now } = parts;

  /** secret: the private key, or a reference to a key in custody. */
  async function request(orgId: string, name: CertificateName, secret: Uint8Array, more: RequestDetails) {
    const signingRequest = await requestCertificate(name, custody.open(secret, 'ES256'));
    const row = { ...shelf.newRow(orgId, 'request', secret, inOneLine(name)), request: signingRequest };
    const { certificate_id, subject } = row;
    const metadata = { certificate_id, subject, ...more };
    await database.transaction(async (transaction) => {
      await events.append(transaction, orgId, [{ type: 'certificate_requested', metadata }]);
      await shelf.insert(transaction, row);
    });
    return present(row);
  }

  return {
    async list(orgId: string) {
      const [rows, signature] = await Promise.all([
        listCertificates(database.read, orgId),
        findDefaultSignature(database.read, orgId),
      ]);
      return { certificates: rows.map(present), default_signature: signature };
    },

    /** Makes a key and a signing request. The organization later sends the chain. */
    request: (caller: Caller, name: CertificateName) =>
      request(caller.organization.orgId, name, asPkcs8(makeKey()), { actor: actorOf(caller) }),

    /** For the operator: a request for a P-256 key in custody. The organization sends the chain. */
    requestFor: (orgId: string, name: CertificateName, reference: KeyReference) =>
      request(orgId, name, asSecret(reference), {}),

    /** For the operator: a certificate whose key is in custody signs from now on. */
    async attach(orgId: string, reference: KeyReference, pem: string) {
      const chain = readChain(pem, now());
      const leaf = new X509Certificate(chain.certificates[0]!);
      // Verified with the certificate, so it proves that the key belongs to it.
      await custody.openReference(reference, chain.algorithm, leaf.publicKey).sign(Buffer.from('test'));
      const row = shelf.newRow(orgId, 'import', asSecret(reference), chain.subject);
      return present(await shelf.add(row, chain));
    },

    async complete(caller: Caller, id: string, pem: string) {
      const { orgId } = caller.organization;
      const chain = readChain(pem, now());
      const requested = await shelf.find(database.read, orgId, id);
      if (requested.state !== 'requested') fail('certificate_not_requested');
      if (!(await hasKey(chain, shelf.openKey(requested))))
        failValidation('chain', 'is for another key; have the signing request of this certificate signed');
      const completed = await database.transaction(async (transaction) => {
        const row = await shelf.find(transaction, orgId, id);
        if (row.state !== 'requested') fail('certificate_not_requested');
        return shelf.activate(transaction, row, chain, actorOf(caller));
      });
      return present(completed);
    },

    async import(caller: Caller, given: { private_key: string; chain: string }) {
      const key = readClaimKey(given.private_key);
      if ('fault' in key) failValidation('private_key', asDetail(key.fault));
      const chain = readChain(given.chain, now());
      if (!isKeyOf(key, chain)) failValidation('private_key', 'does not belong to the first certificate of the chain');
      const row = shelf.newRow(caller.organization.orgId, 'import', asPkcs8(key), chain.subject);
      return present(await shelf.add(row, chain, actorOf(caller)));
    },

    /**
     * The service issues its own certificate again at once. Any other gets a new key and a signing
     * request for the same name. A P-256 key in custody stays the same, so that it never moves to
     * the database. The operator renews other keys in custody, and those of revoked certificates.
     */
    async renew(caller: Caller, id: string) {
      const row = await shelf.find(database.read, caller.organization.orgId, id);
      if (row.source === 'service') return present(await shelf.issue(row.org_id, actorOf(caller)));
      const name = readName(row.subject);
      if (!name) failValidation('certificate_id', 'names no organization or no common name; request a new certificate');
      const stored = shelf.openSecret(row);
      const isInCustody = custody.placeOf(stored) !== 'database';
      if (isInCustody && (row.algorithm !== 'ES256' || row.state === 'revoked'))
        failValidation('certificate_id', 'has a key outside the service; ask the operator to attach a new certificate');
      const secret = isInCustody ? stored : asPkcs8(makeKey());
      return request(row.org_id, name, secret, { renews: id, actor: actorOf(caller) });
    },

    /** A revoked certificate signs nothing more. A request that waits for its chain is deleted. */
    async revoke(caller: Caller, id: string) {
      const { orgId } = caller.organization;
      return database.transaction(async (transaction) => {
        const row = await shelf.find(transaction, orgId, id);
        if (row.state === 'revoked') return present(row);
        const { certificate_id, subject } = row;
        await events.append(transaction, orgId, [
          { type: 'certificate_revoked', metadata: { certificate_id, subject, actor: actorOf(caller) } },
        ]);
        const revoked = { state: 'revoked', revoked_at: now() } as const;
        if (row.state !== 'requested') return present(await updateCertificate(transaction, orgId, id, revoked));
        await deleteCertificate(transaction, orgId, id);
        return present({ ...row, ...revoked });
      });
    },
  };
}

async function hasKey({ certificates }: ClaimChain, key: SigningKey): Promise<boolean> {
  return (await key.publicKey()).equals(new X509Certificate(certificates[0]!).publicKey);
}
