// Signing on the server: the upload goes through the engine's recipe in the compute pool, is signed
// with the generator's sealed key, and its record is stored by record-admission. The upload is not
// stored.
import { createHash, randomUUIDv7 } from 'node:crypto';
import {
  detectFormat,
  type MarkLimits,
  type MediaKind,
  type SignedMedia,
  signMessage,
  type WatermarkChoice,
} from '@content-provenance/engine';
import { actorOf } from '../../access/actor.ts';
import type { Caller } from '../../access/caller.ts';
import { requireFeature } from '../../access/require-feature.ts';
import { type ComputePool, ContentRefused } from '../../adapters/compute-pool/compute-pool.ts';
import { fail } from '../../http/error-catalogue.ts';
import type { C2paService } from '../c2pa/c2pa.service.ts';
import type { GeneratorsService } from '../generators/generators.service.ts';
import { labelOfFile, type RecordAdmission, type RecordTokens } from '../records/records.service.ts';

export interface SignParts {
  readonly computePool: ComputePool;
  readonly generators: GeneratorsService;
  readonly admission: RecordAdmission;
  readonly tokens: RecordTokens;
  readonly inBandLimits: MarkLimits;
  readonly c2pa: C2paService;
  readonly upgradeUrl: string;
}

export interface SignInput {
  readonly content: Uint8Array;
  readonly model: string;
  readonly generatorId: string;
  readonly format: MediaKind | undefined;
  /** How strong the marks of a picture are, or that there are none. */
  readonly watermark: WatermarkChoice | undefined;
  /**
   * Whether a picture or a sound must carry the neural watermark too. Undefined: it does, but the
   * caller did not ask for it.
   */
  readonly neural: boolean | undefined;
  /** A mark in the pictures and sound of a video, which means encoding it again. */
  readonly inBand: boolean;
  /** Whether a C2PA manifest in the upload becomes an ingredient of a new one. */
  readonly keepManifest: boolean;
  /** A private label. Without one, the name of the file is the label. */
  readonly label: string | undefined;
  readonly fileName?: string | undefined;
}

/**
 * The receipt of a signing: with it, the same upload becomes the same file again, without a second
 * record.
 */
export interface SigningReceipt {
  readonly recordId: string;
  readonly watermarkId: string;
  /** Absent in receipts of releases that reproduced every file bit by bit. */
  readonly contentHash?: string;
}

export interface SignedUpload {
  readonly receipt: SigningReceipt;
  readonly token: string;
  readonly media: SignedMedia;
  /** If the file has a manifest of this service. */
  readonly manifest?: { readonly link: string; readonly signature: 'ml-dsa-65' | 'classical' };
}

export type SignService = ReturnType<typeof createSignService>;

export function createSignService(parts: SignParts) {
  const { computePool, generators, admission, tokens, inBandLimits, c2pa, upgradeUrl } = parts;

  /** isRepeated: the record exists already. */
  async function make(
    caller: Caller,
    input: SignInput,
    { recordId, watermarkId }: SigningReceipt,
    isRepeated: boolean,
  ) {
    const { orgId, keepsThumbnails } = caller.organization;
    if (input.keepManifest) requireEmbedding(caller);
    const { kid, seed, supportedFormats } = await generators.serverKey(orgId, input.generatorId);
    const kind = input.format ?? detectFormat(input.content)?.kind;
    if (kind && !supportedFormats.includes(kind)) {
      fail('format_not_supported', { format: kind, supported_formats: supportedFormats });
    }
    const token = tokens.write(recordId);
    const { generatorId, model, format, watermark, neural, keepManifest } = input;
    const inBand = input.inBand ? inBandLimits : undefined;
    const marks = { watermarkId, token, watermark, neural, inBand, keepManifest };
    const request = { generatorId, model, kind: format, ...marks, thumbnail: keepsThumbnails && !isRepeated };
    const signer = { sign: (message: Uint8Array) => signMessage(seed, message) };
    const media = await computePool.sign(input.content, request, signer, orgId).catch(refuseContent);
    return { kid, token, media };
  }

  function requireEmbedding({ organization, emailVerified }: Caller): void {
    if (!emailVerified) fail('email_not_verified');
    requireFeature('c2pa_embed', organization.plan, upgradeUrl);
  }

  /** upload: unchanged. The pool takes its own copy. */
  async function withManifest(caller: Caller, recordId: string, media: SignedMedia, upload: Uint8Array | undefined) {
    if (!media.keepsManifest) return { media };
    const { bytes, manifestId, signature } = await c2pa.embed(caller, recordId, media.bytes, { parent: upload });
    return { media: { ...media, bytes }, manifest: { link: c2pa.linkTo(manifestId), signature } };
  }

  return {
    /** The watermark id: 64 bits in hex, unique. */
    async sign(caller: Caller, input: SignInput, watermarkId: string): Promise<SignedUpload> {
      const named = { recordId: randomUUIDv7(), watermarkId };
      const upload = copyToKeep(input);
      const { kid, token, media } = await make(caller, input, named, false);
      const receipt = { ...named, contentHash: media.signedPayload.content_hash };
      const [recordId] = await admission.admit({
        organization: caller.organization,
        actor: actorOf(caller),
        records: [
          {
            recordId: receipt.recordId,
            watermarkId: receipt.watermarkId,
            generatorId: input.generatorId,
            kid,
            model: input.model,
            format: media.kind,
            exactFormat: media.exactFormat,
            mode: 'server',
            contentHash: media.signedPayload.content_hash,
            originalHash: media.originalHash,
            signature: media.signature,
            phash: media.perceptualHash,
            landmarks: media.landmarks,
            label: caller.organization.keepsLabels ? (input.label ?? labelOfFile(input.fileName)) : null,
            thumbnail: media.thumbnail,
          },
        ],
      });
      // An earlier attempt whose response was lost has just stored it. The next read finds it.
      if (recordId !== receipt.recordId) fail('service_unavailable', {}, { 'retry-after': '2' });
      return { receipt, token, ...(await withManifest(caller, receipt.recordId, media, upload)) };
    },

    /** What an attempt stored whose response was lost. Undefined if it stored nothing. */
    async findReceipt({ organization }: Caller, watermarkId: string): Promise<SigningReceipt | undefined> {
      const found = await admission.find(organization.orgId, watermarkId);
      return found && { recordId: found.record_id, watermarkId, contentHash: found.content_hash };
    },

    /** The same upload under a receipt gives the same file. Nothing is stored or counted. */
    async signAgain(caller: Caller, input: SignInput, receipt: SigningReceipt): Promise<SignedUpload> {
      const upload = copyToKeep(input);
      const { token, media } = await make(caller, input, receipt, true);
      // Networks can round differently on another processor, and releases renew them. A file that
      // does not match its record is not delivered.
      if (receipt.contentHash && receipt.contentHash !== media.signedPayload.content_hash) {
        fail('idempotency_conflict', {
          message: 'The service cannot repeat the first response. Sign again with a new Idempotency-Key.',
        });
      }
      return { receipt, token, ...(await withManifest(caller, receipt.recordId, media, upload)) };
    },
  };
}

function copyToKeep({ content, keepManifest }: SignInput): Uint8Array | undefined {
  return keepManifest ? new Uint8Array(content) : undefined;
}

function refuseContent(problem: unknown): never {
  if (problem instanceof ContentRefused) fail('unsupported_media', { message: problem.message });
  throw problem;
}

/** What makes two signing requests the same. */
export function fingerprintOf(input: SignInput) {
  const { content, model, generatorId, format, watermark, neural, inBand, keepManifest, label } = input;
  const hash = createHash('sha256').update(content).digest('hex');
  return {
    content: hash,
    model,
    generatorId,
    format: format ?? null,
    ...(watermark && { watermark }),
    ...(inBand && { inBand }),
    ...(keepManifest && { keepManifest }),
    ...(neural !== undefined && { neural }),
    ...(label !== undefined && { label }),
  };
}
