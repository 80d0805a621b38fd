// Signing on the server: the upload goes through the engine's recipe in the compute pool, is signed
// with the generator's key, and its record is stored by record-admission. The upload is not
// stored.
import { createHash, randomUUIDv7 } from 'node:crypto';
import {
  detectFormat,
  isProgramName,
  type MarkLimits,
  type MediaKind,
  type SignedMedia,
  type WatermarkChoice,
} from '@content-provenance/engine';
import { actorOf } from '../../access/actor.ts';
import type { Caller } from '../../access/caller.ts';
import { expectGenerator } from '../../access/key-restrictions.ts';
import { requireFeature } from '../../access/require-feature.ts';
import { type ComputePool, ContentRefused } from '../../adapters/compute-pool/compute-pool.ts';
import { fail, failValidation } from '../../http/error-catalogue.ts';
import type { QuotaService } from '../billing/quota.service.ts';
import type { C2paService } from '../c2pa/c2pa.service.ts';
import type { GeneratorsService } from '../generators/generators.service.ts';
import { expectLabels, labelOfFile, type RecordAdmission, type RecordTokens } from '../records/records.service.ts';

export interface SignParts {
  readonly computePool: ComputePool;
  readonly generators: GeneratorsService;
  readonly admission: RecordAdmission;
  readonly tokens: RecordTokens;
  readonly inBandLimits: MarkLimits;
  readonly c2pa: C2paService;
  readonly quota: Pick<QuotaService, 'findRefusal'>;
  readonly upgradeUrl: string;
}

export interface SignInput {
  readonly content: Uint8Array;
  readonly model: string;
  readonly generatorId: string;
  readonly format: MediaKind | undefined;
  /**
   * How strong the marks of a picture are, or that there are none. By default, only texts that
   * programs read have none.
   */
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
  /** It also says whether programs read the content. */
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
  /** The index in the transparency log. Absent if the record is older than the log. */
  readonly logIndex?: number;
}

export interface SignedUpload {
  readonly receipt: SigningReceipt;
  readonly token: string;
  readonly media: SignedMedia;
  /** If the file has a manifest of this service. */
  readonly manifest?: { readonly manifestId: string; readonly signature: 'ml-dsa-65' | 'classical' };
}

/** One upload to sign. */
export interface SigningOrder {
  readonly input: SignInput;
  /** 64 bits in hex, unique. */
  readonly watermarkId: string;
  /** From an earlier signing of the same input. Then nothing is stored or counted. */
  readonly receipt?: SigningReceipt | undefined;
}

type SigningKey = Awaited<ReturnType<GeneratorsService['serverKey']>>;

interface Prepared {
  readonly order: SigningOrder;
  readonly recordId: string;
  readonly kid: string;
  readonly token: string;
}

export type SignService = ReturnType<typeof createSignService>;

export function createSignService(parts: SignParts) {
  const { computePool, generators, admission, tokens, inBandLimits, c2pa, quota, upgradeUrl } = parts;

  /** What the pool needs to sign the upload. Fails if the caller cannot sign it like this. */
  async function prepare(caller: Caller, order: SigningOrder, keyOf: (generatorId: string) => Promise<SigningKey>) {
    const { input, watermarkId, receipt } = order;
    const { content, generatorId, model, format, watermark, neural, keepManifest, fileName } = input;
    expectGenerator(caller, generatorId);
    expectOptions(caller, input);
    const { supportedFormats, ...key } = await keyOf(generatorId);
    const kind = format ?? detectFormat(content)?.kind;
    if (kind && !supportedFormats.includes(kind)) {
      fail('format_not_supported', { format: kind, supported_formats: supportedFormats });
    }
    const recordId = receipt?.recordId ?? randomUUIDv7();
    const token = tokens.write(recordId);
    const inBand = input.inBand ? inBandLimits : undefined;
    const marks = { watermarkId, token, watermark, fileName, neural, inBand, keepManifest };
    const thumbnail = caller.organization.keepsThumbnails && !receipt;
    const request = { generatorId, model, kind: format, ...marks, thumbnail };
    return { order, recordId, kid: key.kid, token, upload: { bytes: content, request, signer: key } };
  }

  function expectOptions(caller: Caller, { label, watermark, neural, inBand, keepManifest }: SignInput): void {
    if (label !== undefined) expectLabels(caller.organization);
    if (watermark === 'none' && (neural || inBand)) {
      failValidation('watermark', `none conflicts with ${neural ? 'neural' : 'in_band'}=true. Remove one of them.`);
    }
    if (!keepManifest) return;
    if (!caller.emailVerified) fail('email_not_verified');
    requireFeature('c2pa_embed', caller.organization.plan, upgradeUrl);
  }

  /** Stores the record, unless a receipt says that it exists. */
  async function finish(caller: Caller, prepared: Prepared, media: SignedMedia): Promise<SignedUpload> {
    const { order, recordId, token } = prepared;
    const { watermarkId, receipt } = order;
    const contentHash = media.signedPayload.content_hash;
    if (!receipt) {
      const logIndex = await store(caller, prepared, media);
      return { receipt: { recordId, watermarkId, contentHash, ...logged(logIndex) }, token, media };
    }
    // Networks can round differently on another processor, and releases renew them. A file that
    // does not match its record is not delivered.
    if (receipt.contentHash && receipt.contentHash !== contentHash) {
      fail('idempotency_conflict', {
        message: 'The service cannot repeat the first response. Sign again with a new Idempotency-Key.',
      });
    }
    return { receipt, token, media };
  }

  /** A manifest in the upload becomes an ingredient of a new one, if the caller asked for it. */
  async function withManifest(caller: Caller, { content }: SignInput, signed: SignedUpload): Promise<SignedUpload> {
    const { receipt, media } = signed;
    if (!media.keepsManifest) return signed;
    const embedded = await c2pa.embed(caller, receipt.recordId, media.bytes, { parent: content });
    const { bytes, manifestId, signature } = embedded;
    return { ...signed, media: { ...media, bytes }, manifest: { manifestId, signature } };
  }

  /** Resolves with the index in the transparency log. */
  async function store(caller: Caller, { order, recordId, kid }: Prepared, media: SignedMedia) {
    const { input, watermarkId } = order;
    const { organization } = caller;
    const [stored] = await admission.admit({
      organization,
      actor: actorOf(caller),
      records: [
        {
          recordId,
          watermarkId,
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
          textFingerprint: media.textFingerprint,
          label: organization.keepsLabels ? (input.label ?? labelOfFile(input.fileName)) : null,
          thumbnail: media.thumbnail,
        },
      ],
    });
    // An earlier attempt whose response was lost has just stored it. The next read finds it.
    if (stored?.recordId !== recordId) fail('service_unavailable', {}, { 'retry-after': '2' });
    return stored.logIndex;
  }

  return {
    /** Each upload on its own: in order, the signed one or why there is none. */
    async signAll(caller: Caller, orders: readonly SigningOrder[]): Promise<PromiseSettledResult<SignedUpload>[]> {
      const { orgId } = caller.organization;
      const keyOf = once((generatorId: string) => generators.serverKey(orgId, generatorId));
      const refusal = await quota.findRefusal(caller.organization);
      const prepared = await Promise.allSettled(
        orders.map(async (order) => {
          const one = await prepare(caller, order, keyOf);
          // Before the work, because nothing would come of it.
          if (refusal && !order.receipt) throw refusal;
          return one;
        }),
      );
      const ready = prepared.filter((each) => each.status === 'fulfilled').map(({ value }) => value);
      const made = await computePool.sign(
        ready.map(({ upload }) => upload),
        orgId,
      );
      const mediaOf = new Map(ready.map((each, place) => [each, made[place]!]));
      // All at the same time, so that their records share transactions.
      const signed = await Promise.allSettled(
        prepared.map(async (each) => {
          const one = valueIn(each);
          return finish(caller, one, valueIn(mediaOf.get(one)!));
        }),
      );
      // One after the other, because each manifest is a task of the pool.
      for (const [place, each] of signed.entries()) {
        if (each.status === 'rejected') continue;
        [signed[place]] = await Promise.allSettled([withManifest(caller, orders[place]!.input, each.value)]);
      }
      return signed;
    },

    /** One upload. With a receipt, the same upload gives the same file, and nothing is counted. */
    async sign(caller: Caller, order: SigningOrder): Promise<SignedUpload> {
      const [signed] = await this.signAll(caller, [order]);
      return valueIn(signed!);
    },

    /** The `Link` header of a response that delivers a file with this manifest. */
    linkTo: (manifestId: string) => c2pa.linkTo(manifestId),

    /** What an attempt stored whose response was lost. Undefined if it stored nothing. */
    async findReceipt({ organization }: Caller, watermarkId: string): Promise<SigningReceipt | undefined> {
      const found = await admission.find(organization.orgId, watermarkId);
      if (!found) return undefined;
      return { recordId: found.record_id, watermarkId, contentHash: found.content_hash, ...logged(found.logIndex) };
    },
  };
}

function logged(logIndex: number | null): { readonly logIndex?: number } {
  return logIndex === null ? {} : { logIndex };
}

/** The result, or the problem in the words of the catalog. */
function valueIn<Value>(settled: PromiseSettledResult<Value>): Value {
  if (settled.status === 'fulfilled') return settled.value;
  const problem: unknown = settled.reason;
  if (problem instanceof ContentRefused) fail('unsupported_media', { message: problem.message });
  throw problem;
}

/** Each name is looked up once. */
function once<Found>(look: (name: string) => Promise<Found>): (name: string) => Promise<Found> {
  const found = new Map<string, Promise<Found>>();
  return (name) => {
    const known = found.get(name) ?? look(name);
    found.set(name, known);
    return known;
  };
}

/** What is in the delivered file. */
export function carriesOf({ media, manifest }: SignedUpload): readonly string[] {
  return manifest ? [...media.carries, 'manifest'] : media.carries;
}

/** What makes two signing requests the same. */
export function fingerprintOf(input: SignInput) {
  const { content, model, generatorId, format, watermark, neural, inBand, keepManifest, label, fileName } = input;
  const hash = createHash('sha256').update(content).digest('hex');
  return {
    content: hash,
    model,
    generatorId,
    format: format ?? null,
    ...(watermark && { watermark }),
    // The default for the name of a program differs.
    ...(!watermark && fileName !== undefined && isProgramName(fileName) && { isProgramName: true }),
    ...(inBand && { inBand }),
    ...(keepManifest && { keepManifest }),
    ...(neural !== undefined && { neural }),
    ...(label !== undefined && { label }),
  };
}
