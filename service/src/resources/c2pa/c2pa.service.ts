// C2PA manifests for records: the signed file comes in and goes out with a manifest, under a certificate over its generator's key.
// Counts as no signature; the upload is kept nowhere.
import { randomUUID, X509Certificate } from 'node:crypto';
import { type EmbeddedMedia, signMessage } from '@content-provenance/engine';
import { actorOf } from '../../access/actor.ts';
import type { Caller } from '../../access/caller.ts';
import { type ComputePool, ContentRefused } from '../../adapters/compute-pool/compute-pool.ts';
import type { Database } from '../../adapters/database/database.ts';
import type { EventStream } from '../../events/event-stream.ts';
import { fail, failValidation } from '../../http/error-catalogue.ts';
import type { GeneratorsService } from '../generators/generators.service.ts';
import type { RecordsService } from '../records/records.service.ts';
import type { CertificateAuthority } from './certificate-authority.ts';

export interface C2paParts {
  readonly database: Database;
  readonly computePool: ComputePool;
  readonly records: RecordsService;
  readonly generators: GeneratorsService;
  readonly authority: CertificateAuthority;
  readonly events: EventStream;
}

export type C2paService = ReturnType<typeof createC2paService>;

export function createC2paService({ database, computePool, records, generators, authority, events }: C2paParts) {
  return {
    /** parent: the upload before it was signed, whose manifest becomes the ingredient. */
    async embed(caller: Caller, recordId: string, content: Uint8Array, parent?: Uint8Array): Promise<EmbeddedMedia> {
      const { orgId } = caller.organization;
      const { generator, instanceId, ...facts } = await records.forManifest(orgId, recordId);
      const { generatorId } = facts.record;
      const { kid, seed } = await generators.manifestKey(orgId, generatorId);
      const request = {
        ...facts,
        claim: { manifest: `urn:c2pa:${randomUUID()}`, instanceId, generator },
        certificates: [await authority.certificateFor({ orgId, generatorId, kid, seed })],
        certificateRoots: authority.roots,
        parent,
      };
      const ports = {
        sign: (message: Uint8Array) => signMessage(seed, message),
        findGeneratorStatus: (id: string) => generators.statusOf(id),
        findTokenRecordId: async (token: string) => records.recordIdOf(token),
      };
      const embedded = await computePool.embedManifest(content, request, ports, orgId).catch(refuseContent);
      if (!embedded)
        failValidation(
          'content',
          'must be a file of this record exactly as it was delivered; send the file that signing returned',
        );
      const announce = await database.transaction((transaction) =>
        events.append(transaction, orgId, [
          {
            type: 'c2pa_embedded',
            metadata: { record_id: recordId, generator_id: generatorId, kid, actor: actorOf(caller) },
          },
        ]),
      );
      await announce();
      return embedded;
    },

    /** Public: what verifies the certificates in manifests of this service. */
    roots(): string {
      return authority.roots.map((root) => new X509Certificate(root).toString()).join('');
    },
  };
}

function refuseContent(problem: unknown): never {
  if (problem instanceof ContentRefused) fail('unsupported_media', { message: problem.message });
  throw problem;
}
