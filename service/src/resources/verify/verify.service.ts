// Verification, public and free: runs the recipe of the engine in the compute pool, with the stored
// records behind its ports. If it finds a record, the organization of the record gets an event. The
// upload is not kept.
import type {
  GeneratorIndex,
  KnownRecord,
  ManifestFindings,
  ManifestIndex,
  ManifestStatements,
  MediaKind,
  Provenance,
  RecordIndex,
  SearchNotice,
  TextMatch,
  TokenIndex,
  TrustList,
  VerificationResult,
  VerifyRequest,
} from '@content-provenance/engine';
import type { Caller } from '../../access/caller.ts';
import { allowsGenerator } from '../../access/key-restrictions.ts';
import { type ComputePool, ContentRefused } from '../../adapters/compute-pool/compute-pool.ts';
import type { Database } from '../../adapters/database/database.ts';
import type { RecordLookup, SignedRow, Surrounded } from '../../archive/record-lookup.ts';
import { presentSigner } from '../../database/signer.ts';
import { findMarkedRecordIds } from '../../database/watermarks.ts';
import type { EventStream } from '../../events/event-stream.ts';
import { ServiceError } from '../../http/error-catalogue.ts';
import type { GeneratorsService } from '../generators/generators.service.ts';
import type { RecordTokens } from '../records/records.service.ts';
import type { SimilarRecords } from './similar-records.ts';
import type { SoundRecords } from './sound-records.ts';
import type { FoundText, TextRecords } from './text-records.ts';
import { createVerificationLog } from './verification-log.ts';
import { result as verificationResult } from './verify.schema.ts';

// What jobs need from this resource.
export { verificationResult };

export interface VerifyParts {
  readonly database: Database;
  readonly lookup: RecordLookup;
  readonly computePool: ComputePool;
  readonly tokens: RecordTokens;
  readonly similarRecords: SimilarRecords;
  readonly soundRecords: SoundRecords;
  readonly textRecords: TextRecords;
  readonly events: EventStream;
  readonly generators: GeneratorsService;
  readonly manifests: ManifestIndex;
  /**
   * The manifest of a record, for a file that has none. caller: whose share of the compute pool the
   * work uses.
   */
  recoverManifest(recordId: string, caller: string): Promise<RecoveredManifest | null>;
  countVerification(verification: CountedVerification): void;
  /** Signs what was found in this content, which must be the complete upload. */
  issueReceipt(content: Uint8Array, result: PublicResult): Promise<string>;
  /** The roots of the certificates with which this service signs manifests, in DER. */
  readonly certificateRoots: readonly Uint8Array[];
  readonly trustLists: readonly TrustList[];
}

/** The statements of a manifest that was not in the file. They say nothing about its bytes. */
interface RecoveredManifest extends ManifestStatements {
  readonly found: false;
  readonly recovered: true;
  readonly manifest_id: string;
}

export type PublicResult = Omit<VerificationResult, 'c2pa'> & {
  readonly c2pa?: ManifestFindings | RecoveredManifest;
};

type ResultWithReceipt = PublicResult & { readonly receipt?: string };

/** The result of a search for a record. No organization gets an event. */
export type SearchedContent = Pick<VerificationResult, 'authentic' | 'likeness' | 'provenance' | 'signals'>;

export interface BatchItem {
  readonly content: string;
  readonly token?: string | undefined;
  readonly receipt?: boolean | undefined;
}

/** `none` if the result has no reason or no source. */
type CountedVerification = Readonly<Record<'verdict' | 'reason' | 'source', string>>;

export interface VerifyInput {
  readonly content: Uint8Array;
  readonly token?: string | undefined;
  readonly format?: MediaKind | undefined;
  readonly localize?: boolean | undefined;
  readonly showText?: boolean | undefined;
  /** Whether the result gets a receipt. */
  readonly receipt?: boolean | undefined;
}

export interface VerifyCaller {
  /** Networks share the compute processes fairly, and a search is charged to its network. */
  readonly network: string;
  /** Charges this many more calls. Fails if the limit is exceeded. */
  charge(calls: number): Promise<void>;
}

/**
 * How many calls a search of sound or video counts as. It takes seconds of processor time, but a
 * plain verification takes milliseconds.
 */
export const SEARCH_COST = 5;
const slowKinds: readonly MediaKind[] = ['audio', 'video'];
/** Ways in which content names its record. Likeness is not one of them. */
const namingSources: readonly VerificationResult['token_source'][] = [
  'provided',
  'xmp',
  'watermark',
  'neural_watermark',
];
const mostSimilar = 16;
/** In a search for one organization, records of others take places too. */
const mostLooked = 256;
const itemsAtOnce = 4;

type Ports = RecordIndex & TokenIndex & ManifestIndex & GeneratorIndex;

export type VerifyService = ReturnType<typeof createVerifyService>;

export function createVerifyService(parts: VerifyParts) {
  const { database, lookup, computePool, tokens, similarRecords, soundRecords, events, generators, certificateRoots } =
    parts;
  const { countVerification, manifests, trustLists, issueReceipt, textRecords } = parts;
  const log = createVerificationLog(database, events);
  const ports: Ports = {
    findManifestRecordId: (storeHash) => manifests.findManifestRecordId(storeHash),
    isManifestDelivery: (recordId, fileHash) => manifests.isManifestDelivery(recordId, fileHash),
    findGeneratorStatus: (generatorId) => generators.statusOf(generatorId),
    async findTokenRecordId(token) {
      const decoded = tokens.read(token);
      return decoded.status === 'valid' ? decoded.recordId : null;
    },
    async findByToken(token) {
      const decoded = tokens.read(token);
      if (decoded.status !== 'valid') return 'invalid';
      return (await inOrder([decoded.recordId]))[0] ?? null;
    },
    async findByWatermarkId(watermarkId) {
      return (await inOrder(await findMarkedRecordIds(database.publicRead, [watermarkId])))[0] ?? null;
    },
    findSimilar: async (phash, kind) => inOrder(await similarRecords.find(phash, kind, mostSimilar)),
    findBySound: async (excerpt) => inOrder(await soundRecords.find(excerpt, mostSimilar)),
    hasSound: (recordId) => soundRecords.has(recordId),
    isCutFrom: (recordId, excerpt) => soundRecords.isCutFrom(recordId, excerpt),
    findByText: async (text) => textMatches(await textRecords.find(text, mostSimilar)),
    async compareText(recordId, text) {
      const found = await textRecords.compareWith(recordId, text);
      return found === null || found === 'different' ? found : ((await textMatches([found]))[0] ?? null);
    },
  };

  async function inOrder(recordIds: readonly string[]): Promise<KnownRecord[]> {
    const rows = await lookup.findSigned(database.publicRead, recordIds);
    const byId = new Map(rows.map((row) => [row.record_id, row]));
    return recordIds.flatMap((id) => byId.get(id) ?? []).map(knownRecord);
  }

  async function textMatches(found: readonly FoundText[]): Promise<TextMatch[]> {
    const records = new Map(
      (await inOrder(found.map(({ recordId }) => recordId))).map((record) => [record.provenance.record_id, record]),
    );
    return found.flatMap(({ recordId, ...match }) => {
      const record = records.get(recordId);
      return record ? [{ record, ...match }] : [];
    });
  }

  /** The same records, but only those that the owner can see. All others do not exist. */
  function portsOf(isOwn: (provenance: Provenance) => boolean): Ports {
    const own = <Found extends KnownRecord | 'invalid' | null>(found: Found) =>
      found === null || found === 'invalid' || isOwn(found.provenance) ? found : null;
    const areOwn = (found: readonly KnownRecord[]) =>
      found.filter(({ provenance }) => isOwn(provenance)).slice(0, mostSimilar);
    return {
      ...ports,
      findByToken: async (token) => own(await ports.findByToken(token)),
      findByWatermarkId: async (watermarkId) => own(await ports.findByWatermarkId(watermarkId)),
      findSimilar: async (phash, kind) => areOwn(await inOrder(await similarRecords.find(phash, kind, mostLooked))),
      findBySound: async (excerpt) => areOwn(await inOrder(await soundRecords.find(excerpt, mostLooked))),
      async findByText(text) {
        const found = await textMatches(await textRecords.find(text, mostLooked));
        return found.filter(({ record }) => isOwn(record.provenance)).slice(0, mostSimilar);
      },
    };
  }

  async function look(input: VerifyInput, caller: VerifyCaller, index: Ports) {
    const { content, token, format, localize, showText } = input;
    const request = { token, kind: format, localize, showText, certificateRoots, trustLists };
    const notice: Required<SearchNotice> = {
      async beginSearch(kind) {
        if (slowKinds.includes(kind)) await caller.charge(SEARCH_COST - 1);
      },
    };
    return computePool.verify(content, request, { ...index, ...notice }, caller.network);
  }

  async function lookAndCount(input: VerifyInput, caller: VerifyCaller) {
    const result = await look(input, caller, ports);
    countVerification(countedAs(result));
    return result;
  }

  const lookFully = async (input: VerifyInput, caller: VerifyCaller) =>
    withManifest(await lookAndCount(input, caller), caller.network);

  /** Nothing about the upload goes into the event that `tell` stores. */
  async function withReceipt(result: PublicResult, { content, receipt }: VerifyInput): Promise<ResultWithReceipt> {
    return receipt ? { ...result, receipt: await issueReceipt(content, result) } : result;
  }

  /** The verdict does not depend on a recovered manifest. */
  async function withManifest(result: VerificationResult, network: string): Promise<PublicResult> {
    const { c2pa, provenance, token_source, likeness } = result;
    if (c2pa?.found || !provenance || !namingSources.includes(token_source)) return result;
    // Anyone can copy a token or a mark. The manifest then belongs to other content.
    if (likeness === 'far') return result;
    const recovered = await parts.recoverManifest(provenance.record_id, network);
    return recovered ? { ...result, c2pa: recovered } : result;
  }

  /** Resolves once the event is stored and its webhooks have been attempted. */
  async function tell(result: PublicResult): Promise<void> {
    const { provenance, authentic, tampered, confidence, likeness, token_source, format, reason } = result;
    if (!provenance) return;
    const { org_id, record_id, signed_at } = provenance;
    await log(org_id, {
      type: 'verify',
      signedAt: Date.parse(signed_at),
      metadata: {
        record_id,
        authentic,
        tampered,
        confidence,
        likeness,
        token_source,
        format,
        ...(reason && { reason }),
      },
    });
  }

  /** An item that cannot be checked gets its own result with an error. */
  async function lookAtItem({ content, token, receipt }: BatchItem, caller: VerifyCaller) {
    const bytes = Buffer.from(content, 'base64');
    if (bytes.length === 0) {
      return { ...unread, verdict: 'empty_file' as const, error: 'The content is empty or is not valid base64.' };
    }
    try {
      const input = { content: new Uint8Array(bytes), token, receipt };
      return await withReceipt(await lookFully(input, caller), input);
    } catch (problem) {
      return notLookedAt(problem);
    }
  }

  return {
    /** The same search without an event. Content that cannot be read has no record. */
    search: (content: Uint8Array, caller: VerifyCaller): Promise<SearchedContent> => lookAndCount({ content }, caller),

    /** A search among the records that the owner can see. Nothing is counted or stored. */
    async findOwn(owner: Caller, content: Uint8Array, caller: VerifyCaller) {
      const isOwn = ({ org_id, generator_id }: Provenance) =>
        org_id === owner.organization.orgId && allowsGenerator(owner, generator_id);
      const { provenance, token_source } = await look({ content }, caller, portsOf(isOwn));
      const isFound = provenance !== null && isOwn(provenance);
      return { recordIds: isFound ? [provenance.record_id] : [], source: isFound ? token_source : null };
    },

    async verify(input: VerifyInput, caller: VerifyCaller): Promise<ResultWithReceipt> {
      const result = await withReceipt(await lookFully(input, caller), input);
      await tell(result);
      return result;
    },

    /**
     * For content that does not fit in a request. work: the recipe in a process that the caller
     * provides. If that caller dies before it keeps the result, the event can be stored twice.
     */
    async verifyLarge(
      { token, format, localize }: Omit<VerifyInput, 'content'>,
      network: string,
      work: (request: VerifyRequest, index: Ports & Required<SearchNotice>) => Promise<VerificationResult>,
    ): Promise<PublicResult> {
      const request = { token, kind: format, localize, certificateRoots, trustLists };
      // A job has no limit of requests that a search could use up.
      const found = await work(request, { ...ports, beginSearch: async () => undefined });
      // Jobs store their results. No result that is stored says anything about the words of an
      // upload.
      const { text_matches: _matches, visible_text: _text, ...result } = found;
      countVerification(countedAs(result));
      const full = await withManifest(result, network);
      await tell(full);
      return full;
    },

    async verifyBatch(items: readonly BatchItem[], caller: VerifyCaller) {
      const results: Awaited<ReturnType<typeof lookAtItem>>[] = [];
      // Only a few at a time, because a batch shares the pool with all other callers.
      for (let start = 0; start < items.length; start += itemsAtOnce) {
        const some = items.slice(start, start + itemsAtOnce);
        results.push(...(await Promise.all(some.map((item) => lookAtItem(item, caller)))));
      }
      return Promise.all(results.map((result) => tell(result).then(() => result, notLookedAt)));
    },
  };
}

function notLookedAt(problem: unknown) {
  return { ...unread, error: reasonOf(problem) };
}

function reasonOf(problem: unknown): string {
  if (problem instanceof ContentRefused) return problem.message;
  if (problem instanceof ServiceError && problem.code === 'rate_limited')
    return 'This content needs a search, but your network has reached its rate limit. Send it again in a minute.';
  return 'The service could not check this content now. Send it again.';
}

function countedAs({ authentic, tampered, reason, token_source }: VerificationResult): CountedVerification {
  const verdict = authentic ? 'authentic' : tampered ? 'tampered' : 'neither';
  return { verdict, reason: reason ?? 'none', source: token_source ?? 'none' };
}

const unread: VerificationResult = {
  verdict: 'unreadable_file',
  checks: [],
  authentic: false,
  tampered: false,
  confidence: 'none',
  likeness: 'unknown',
  token_source: null,
  format: null,
  signals: {
    watermark_found: false,
    record_found: false,
    signature_valid: false,
    phash_match: false,
    fingerprint_match: false,
    neural_watermark_found: false,
    text_match: false,
  },
  provenance: null,
  reason: 'no_provenance_found',
};

function knownRecord(row: Surrounded<SignedRow>): KnownRecord {
  return {
    signedPayload: {
      content_hash: row.content_hash,
      generator_id: row.generator_id,
      model: row.model,
      watermark_id: row.watermark_id,
    },
    signature: row.signature,
    publicKey: Buffer.from(row.public_key, 'base64'),
    generatorStatus: row.generator_status,
    originalHash: row.original_hash,
    exactFormat: row.exact_format,
    mode: row.mode,
    perceptualHash: row.phash,
    provenance: {
      org: row.org_name,
      signer: presentSigner(row),
      org_id: row.org_id,
      record_id: row.record_id,
      generator_id: row.generator_id,
      model: row.model,
      signed_at: new Date(row.signed_at).toISOString(),
      kid: row.kid,
      revoked_at: row.revoked_at === null ? null : new Date(row.revoked_at).toISOString(),
    },
  };
}
