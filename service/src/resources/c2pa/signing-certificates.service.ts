// The certificates of an organization: requested here and signed by an authority, imported with
// their key, or issued by the service. Each can be renewed and revoked in one step.
import { type CertificateName, isKeyOf, readClaimKey } from '@content-provenance/engine';
import { actorOf } from '../../access/actor.ts';
import type { Caller } from '../../access/caller.ts';
import type { Database } from '../../adapters/database/database.ts';
import type { EventStream } from '../../events/event-stream.ts';
import { fail, failValidation } from '../../http/error-catalogue.ts';
import { asDetail, inOneLine, present, readChain, readName } from './certificate-rows.ts';
import type { CertificateShelf } from './certificate-shelf.ts';
import { makeKey, requestCertificate } from './classical-authority.ts';
import {
  deleteCertificate,
  findDefaultSignature,
  listCertificates,
  updateCertificate,
} from './signing-certificates.store.ts';

export interface SigningCertificatesParts {
  readonly database: Database;
  readonly shelf: CertificateShelf;
  readonly events: EventStream;
  readonly now?: () => number;
}

export type SigningCertificatesService = ReturnType<typeof createSigningCertificatesService>;

export function createSigningCertificatesService(parts: SigningCertificatesParts) {
  const { database, shelf, events, now = Date.now } = parts;

  async function request(caller: Caller, name: CertificateName, renews?: string) {
    const { orgId } = caller.organization;
    const key = makeKey();
    const signingRequest = await requestCertificate(name, key);
    const row = { ...shelf.newRow(orgId, 'request', key, inOneLine(name)), request: signingRequest };
    const { certificate_id, subject } = row;
    const metadata = { certificate_id, subject, ...(renews && { renews }), actor: actorOf(caller) };
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
    request: (caller: Caller, name: CertificateName) => request(caller, name),

    async complete(caller: Caller, id: string, pem: string) {
      const { orgId } = caller.organization;
      const chain = readChain(pem, now());
      const completed = await database.transaction(async (transaction) => {
        const row = await shelf.find(transaction, orgId, id);
        if (row.state !== 'requested') fail('certificate_not_requested');
        if (!isKeyOf(shelf.openKey(row), chain))
          failValidation('chain', 'is for another key; have the signing request of this certificate signed');
        return shelf.activate(transaction, row, chain, actorOf(caller));
      });
      return present(completed);
    },

    async import(caller: Caller, given: { private_key: string; chain: string }) {
      const key = readClaimKey(given.private_key);
      if ('fault' in key) failValidation('private_key', asDetail(key.fault));
      const chain = readChain(given.chain, now());
      if (!isKeyOf(key, chain)) failValidation('private_key', 'does not belong to the first certificate of the chain');
      const row = shelf.newRow(caller.organization.orgId, 'import', key, chain.subject);
      return present(await shelf.add(row, chain, actorOf(caller)));
    },

    /**
     * The service issues its own certificate again at once. Any other gets a new key and a signing
     * request for the same name.
     */
    async renew(caller: Caller, id: string) {
      const row = await shelf.find(database.read, caller.organization.orgId, id);
      if (row.source === 'service') return present(await shelf.issue(row.org_id, actorOf(caller)));
      const name = readName(row.subject);
      if (!name) failValidation('certificate_id', 'names no organization or no common name; request a new certificate');
      return request(caller, name, id);
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
