// C2PA manifests for records: takes the signed file of a record and returns it with a manifest, or
// returns only the manifest. The ML-DSA-65 key of the generator signs it, or the certificate of the
// organization. It does not count as a signature of the plan, and the upload is not kept.
import { randomUUID, X509Certificate } from 'node:crypto';
import type { ClaimSigning, EmbeddedMedia } from '@content-provenance/engine';
import { actorOf } from '../../access/actor.ts';
import type { Caller } from '../../access/caller.ts';
import { expectGenerator } from '../../access/key-restrictions.ts';
import { type ComputePool, ContentRefused } from '../../adapters/compute-pool/compute-pool.ts';
import type { Database } from '../../adapters/database/database.ts';
import type { ManifestSignatureKind } from '../../database/schema.ts';
import type { EventStream } from '../../events/event-stream.ts';
import { fail, failValidation } from '../../http/error-catalogue.ts';
import type { GeneratorsService, ServerKey } from '../generators/generators.service.ts';
import type { RecordsService } from '../records/records.service.ts';
import type { CertificateAuthority } from './certificate-authority.ts';
import type { ClaimKeysService } from './claim-keys.service.ts';
import type { ClassicalAuthority } from './classical-authority.ts';
import type { ManifestsService } from './manifests.service.ts';
import { insertManifest } from './manifests.store.ts';
import type { Timestamps } from './timestamps.ts';

export interface C2paParts {
  readonly publicUrl: string;
  readonly database: Database;
  readonly computePool: ComputePool;
  readonly records: RecordsService;
  readonly generators: GeneratorsService;
  readonly authority: CertificateAuthority;
  readonly classicalAuthority: ClassicalAuthority;
  readonly claimKeys: ClaimKeysService;
  readonly manifests: ManifestsService;
  readonly timestamps: Timestamps;
  readonly events: EventStream;
}

export interface EmbedOptions {
  /** Left out: the default of the organization. */
  readonly signature?: ManifestSignatureKind | undefined;
  /** Left out: embedded. */
  readonly output?: 'embedded' | 'sidecar' | undefined;
  /** The upload before it was signed, whose manifest becomes the ingredient. */
  readonly parent?: Uint8Array | undefined;
}

export interface MadeManifest extends EmbeddedMedia {
  readonly manifestId: string;
  readonly signature: ManifestSignatureKind;
}

interface Signing {
  readonly signing: ClaimSigning;
  readonly certificateId?: string;
  sign(message: Uint8Array): Promise<Uint8Array>;
}

interface SubjectKey extends ServerKey {
  readonly orgId: string;
  readonly generatorId: string;
}

export type C2paService = ReturnType<typeof createC2paService>;

export function createC2paService(parts: C2paParts) {
  const { database, computePool, records, generators, authority, claimKeys, manifests, timestamps, events } = parts;

  async function signingFor(kind: ManifestSignatureKind, key: SubjectKey): Promise<Signing> {
    if (kind === 'classical') {
      const { signing, sign, certificateId } = await claimKeys.claimKey(key.orgId);
      return { signing: { ...signing, timestamp: timestamps.available }, sign, certificateId };
    }
    const certificates = [await authority.certificateFor(key)];
    return {
      signing: { algorithm: 'ML-DSA-65', certificates, timestamp: false },
      sign: key.sign,
    };
  }

  return {
    async embed(
      caller: Caller,
      recordId: string,
      content: Uint8Array,
      options: EmbedOptions = {},
    ): Promise<MadeManifest> {
      const { orgId } = caller.organization;
      const { generator, instanceId, recordSignature, ...facts } = await records.forManifest(orgId, recordId);
      const { generatorId } = facts.record;
      expectGenerator(caller, generatorId);
      const key = await generators.manifestKey(orgId, generatorId);
      const signature = options.signature ?? (await claimKeys.defaultSignature(orgId));
      const output = options.output ?? 'embedded';
      const { signing, sign, certificateId } = await signingFor(signature, { orgId, generatorId, ...key });
      const manifestId = `urn:c2pa:${randomUUID()}`;
      const request = {
        ...facts,
        claim: { manifest: manifestId, instanceId, generator },
        signing,
        output,
        recordSignature: signature === 'classical' ? recordSignature : undefined,
        certificateRoots: authority.roots,
        parent: options.parent,
      };
      const ports = {
        sign,
        stampTime: (message: Uint8Array) => timestamps.stamp(message),
        findGeneratorStatus: (id: string) => generators.statusOf(id),
        findTokenRecordId: async (token: string) => records.recordIdOf(token),
        findManifestRecordId: manifests.findManifestRecordId,
        isManifestDelivery: manifests.isManifestDelivery,
      };
      const made = await computePool.embedManifest(content, request, ports, orgId).catch(refuseContent);
      if (!made)
        failValidation(
          'content',
          'must be a file of this record exactly as it was delivered; send the file that signing returned',
        );
      const kept = { manifest_id: manifestId, org_id: orgId, record_id: recordId, signature, output };
      const { storeHash: store_hash, fileHash: file_hash, store } = made;
      const manifest = { manifest_id: manifestId, signature, ...(certificateId && { certificate_id: certificateId }) };
      await database.transaction(async (transaction) => {
        await insertManifest(transaction, { ...kept, store_hash, file_hash, store, created_at: Date.now() });
        await events.append(transaction, orgId, [
          {
            type: 'c2pa_embedded',
            metadata: {
              record_id: recordId,
              generator_id: generatorId,
              kid: key.kid,
              ...manifest,
              actor: actorOf(caller),
            },
          },
        ]);
      });
      return { ...made, manifestId, signature };
    },

    /** The `Link` header of a response that delivers a file with this manifest, or the manifest. */
    linkTo(manifestId: string): string {
      return `<${parts.publicUrl}/v1/c2pa/manifests/${manifestId}>; rel="c2pa-manifest"`;
    },

    /** Public: the roots that verify the certificates in ML-DSA manifests of this service. */
    roots(): string {
      return asPem(authority.roots);
    },

    /** Public: the root of classical certificates that the service issued itself. */
    classicalRoots(): string {
      return asPem([parts.classicalAuthority.root]);
    },
  };
}

function asPem(certificates: readonly Uint8Array[]): string {
  return certificates.map((der) => new X509Certificate(der).toString()).join('');
}

function refuseContent(problem: unknown): never {
  if (problem instanceof ContentRefused) fail('unsupported_media', { message: problem.message });
  throw problem;
}
