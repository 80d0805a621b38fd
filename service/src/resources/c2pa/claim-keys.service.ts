// The keys that sign the manifests of an organization: its default kind of signature, and the key
// for a classical one.
import type { ClaimSigning } from '@content-provenance/engine';
import { actorOf } from '../../access/actor.ts';
import type { Caller } from '../../access/caller.ts';
import type { Database } from '../../adapters/database/database.ts';
import type { ManifestSignatureKind } from '../../database/schema.ts';
import type { EventStream } from '../../events/event-stream.ts';
import { fail } from '../../http/error-catalogue.ts';
import { splitChain } from './certificate-rows.ts';
import type { CertificateShelf } from './certificate-shelf.ts';
import { findActive, findDefaultSignature, setDefaultSignature } from './signing-certificates.store.ts';

export interface ClaimKey {
  readonly certificateId: string;
  readonly signing: Omit<ClaimSigning, 'timestamp'>;
  sign(message: Uint8Array): Promise<Uint8Array>;
}

export interface ClaimKeysParts {
  readonly database: Database;
  readonly shelf: CertificateShelf;
  readonly events: EventStream;
  readonly now?: () => number;
}

/** A certificate of the service is issued again if less than this time is left. */
const renewalMilliseconds = 30 * 24 * 60 * 60 * 1000;

export type ClaimKeysService = ReturnType<typeof createClaimKeysService>;

export function createClaimKeysService({ database, shelf, events, now = Date.now }: ClaimKeysParts) {
  return {
    defaultSignature: (orgId: string) => findDefaultSignature(database.read, orgId),

    async setDefaultSignature(caller: Caller, to: ManifestSignatureKind) {
      const { orgId } = caller.organization;
      await database.transaction(async (transaction) => {
        const from = await findDefaultSignature(transaction, orgId);
        if (from === to) return;
        await setDefaultSignature(transaction, orgId, to);
        await events.append(transaction, orgId, [
          { type: 'c2pa_signature_changed', metadata: { from, to, actor: actorOf(caller) } },
        ]);
      });
      return { default_signature: to };
    },

    /** The key that signs classical manifests of the organization now. */
    async claimKey(orgId: string): Promise<ClaimKey> {
      const active = await findActive(database.read, orgId);
      const isEnding = active?.source === 'service' && active.not_after! < now() + renewalMilliseconds;
      const row = active && !isEnding ? active : await shelf.issue(orgId);
      if (row.not_after! <= now()) fail('certificate_expired');
      const algorithm = row.algorithm as ClaimSigning['algorithm'];
      return {
        certificateId: row.certificate_id,
        signing: { algorithm, certificates: splitChain(row.chain!) },
        sign: shelf.openKey(row).sign,
      };
    },
  };
}
