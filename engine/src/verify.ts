// The recipe for verifying (specification, Verification): the lookup order step by step, then
// signature, hash and verdict. Every content gets a result, even if its format is unknown or it is
// broken. It uses only its ports.
import type { ManifestFindings } from './c2pa/reader/manifest-findings.ts';
import { readManifest } from './c2pa/reader/read-manifest.ts';
import type { TrustList } from './c2pa/reader/trust-lists.ts';
import type { PresentedTextMatch } from './fingerprints/text/text-match.ts';
import type { MediaKind } from './formats/media-format.ts';
import { type Compare, identify } from './identify.ts';
import { type Likeness, likenessOf } from './likeness.ts';
import { type Localization, localizationOf } from './localization.ts';
import type {
  Decoding,
  GeneratorIndex,
  Inference,
  KnownRecord,
  ManifestIndex,
  Provenance,
  RecordIndex,
  SearchNotice,
  TokenIndex,
} from './ports.ts';
import { serviceChecks, signedContentOf } from './service-checks.ts';
import { verifySignature } from './signatures/ml-dsa.ts';
import { signedPayloadBytes } from './signatures/signed-payload.ts';
import { SearchNeeded, Specimen } from './specimen.ts';
import { findTexts, presentTexts } from './text-matches.ts';
import { judge, type TokenSource, type Verdict } from './verdict.ts';
import { type Check, checkNames } from './verdicts/check-words.ts';
import { nameVerdict, type VerdictFindings, type VerdictName } from './verdicts/verdict-name.ts';

export interface VerifyRequest {
  /** If present, the service looks for nothing else. */
  readonly token?: string | undefined;
  /** Applies if the bytes themselves do not tell. */
  readonly kind?: MediaKind | undefined;
  /** The roots under which the service issues certificates, in DER. */
  readonly certificateRoots?: readonly Uint8Array[];
  /** By which signers of manifests are trusted. */
  readonly trustLists?: readonly TrustList[];
  /** Whether to look for where the content changed. */
  readonly localize?: boolean | undefined;
  /** Whether a result with text matches contains the visible text. */
  readonly showText?: boolean | undefined;
  /** Throws SearchNeeded and stops if a result would need a search of the content. */
  readonly briefly?: boolean | undefined;
}

/** In the words of the specification. */
export interface VerificationResult extends Verdict {
  /** The row of the table of verdicts; additive. */
  readonly verdict: VerdictName;
  /** The checks that ran, in the order of the response. Additive. */
  readonly checks: Check[];
  /** Whether the content resembles what the record was made of. Additive. */
  readonly likeness: Likeness;
  readonly token_source: TokenSource | null;
  readonly format: MediaKind | null;
  readonly signals: {
    readonly watermark_found: boolean;
    readonly record_found: boolean;
    readonly signature_valid: boolean;
    readonly phash_match: boolean;
    readonly fingerprint_match: boolean;
    readonly neural_watermark_found: boolean;
    /** Additive. */
    readonly text_match: boolean;
  };
  readonly provenance: Provenance | null;
  /** What could not be searched, one sentence each. Additive. */
  readonly notes?: string[];
  /** Where the content changed. Only on request. */
  readonly localization?: Localization;
  /** Records whose text the upload contains, unless it is exactly what was signed. Additive. */
  readonly text_matches?: PresentedTextMatch[];
  /** The visible text, to which the places in `text_matches` refer. Only on request. */
  readonly visible_text?: string;
  /** Left out if the upload contains neither a C2PA manifest nor the address of one. */
  readonly c2pa?: ManifestFindings;
}

const networksMissed =
  'The service did not look for the neural watermark, because its networks are not installed or differ from the released ones.';

export type VerifyPorts = RecordIndex &
  TokenIndex &
  ManifestIndex &
  GeneratorIndex &
  Decoding &
  Inference &
  SearchNotice;

export async function verify(
  content: Uint8Array,
  request: VerifyRequest,
  ports: VerifyPorts,
): Promise<VerificationResult> {
  const specimen = new Specimen(content, ports, request.briefly);
  const service = {
    roots: request.certificateRoots ?? [],
    generatorStatus: (generatorId: string) => ports.findGeneratorStatus(generatorId),
    findManifestRecordId: (storeHash: string) => ports.findManifestRecordId(storeHash),
    trustLists: request.trustLists ?? [],
  };
  // A separate thread reads a manifest meanwhile. What the manifest says does not affect whether
  // the content is authentic.
  const [examination, c2pa] = request.briefly
    ? [await examine(specimen, request, ports), await readManifest(content, service, refuseToSearch)]
    : await Promise.all([examine(specimen, request, ports), readManifest(content, service)]);
  return conclude(examination, c2pa);
}

/** c2pa: null if nothing was found, or if nothing was searched. */
export function conclude({ result, facts, checks }: Examination, c2pa: ManifestFindings | null): VerificationResult {
  // The address of a manifest elsewhere was not fetched, so it has no part in the verdict.
  const credentials = c2pa?.found ? c2pa : null;
  return {
    ...result,
    verdict: nameVerdict({ ...result, ...facts, credentials }),
    checks: credentials
      ? [...checks, { name: 'credentials', passed: credentials.validation_status === 'valid' }]
      : checks,
    ...(c2pa && { c2pa }),
  };
}

// c2pa-rs can take a second or two.
async function refuseToSearch(): Promise<never> {
  throw new SearchNeeded();
}

interface Examination {
  readonly result: Omit<VerificationResult, 'c2pa' | 'verdict' | 'checks'>;
  readonly facts: Pick<VerdictFindings, 'content' | 'revoked' | 'partsChanged' | 'sameText' | 'file'>;
  readonly checks: Check[];
}

/** Everything except a C2PA manifest. */
export async function examine(specimen: Specimen, request: VerifyRequest, ports: VerifyPorts): Promise<Examination> {
  const compare = comparison(specimen, request, ports);
  const found = await identify(specimen, request.token, compare, ports);
  const { source, lookup, record } = found;
  const watermarkFound = await hasWatermark(source, record, () => specimen.readMark());
  // It costs more, so it is searched only if the other mark does not tell.
  const neuralWatermarkFound =
    source === 'neural_watermark' ||
    (!watermarkFound && (await hasWatermark(source, record, () => specimen.readNeuralMark())));
  const unseen = source === 'provided' && specimen.state !== 'empty' ? null : await unseenOf(specimen, record);
  const signatureValid = record !== null && (await isSignedBy(record));
  const same = record ? await compare(record) : 'other';
  const texts = await findTexts(specimen, record, ('texts' in found && found.texts) || [], { content: same }, ports);
  const likeness = await likenessOf(specimen, record, { source, content: same, ofText: texts.likeness }, ports);
  const localization = request.localize && (await localizationOf(specimen, record, { content: same }));
  const verdict = judge({
    source,
    lookup,
    signatureValid,
    content: same,
    watermarkFound,
    neuralWatermarkFound,
  });
  const notes = [unseen, specimen.networksMissed ? networksMissed : null].filter((note) => note !== null);
  const result = {
    ...verdict,
    likeness,
    token_source: source,
    format: specimen.kind ?? request.kind ?? null,
    signals: {
      watermark_found: watermarkFound,
      record_found: record !== null,
      signature_valid: signatureValid,
      phash_match: source === 'phash',
      fingerprint_match: source === 'fingerprint',
      neural_watermark_found: neuralWatermarkFound,
      text_match: source === 'text_fingerprint',
    },
    provenance: record?.provenance ?? null,
    ...presentTexts(specimen, texts, request.showText === true),
    ...(localization && { localization }),
    ...(notes.length > 0 && { notes }),
  };
  const outcomes: Readonly<Partial<Record<Check['name'], boolean>>> = {
    ...Object.fromEntries([...specimen.ran].map((name) => [name, false])),
    ...(specimen.ran.has('token') && { token: source === 'xmp' && record !== null }),
    ...(specimen.ran.has('watermark') && { watermark: record !== null && watermarkFound }),
    ...(specimen.ran.has('neural_watermark') && { neural_watermark: record !== null && neuralWatermarkFound }),
    ...(source === 'phash' && { looks: true }),
    ...(source === 'fingerprint' && { sound: true }),
    ...(texts.matches.length > 0 && { words: true }),
    ...(record && { signature: signatureValid, content: same === 'signed' }),
  };
  return {
    result,
    facts: {
      content: same,
      revoked: record?.generatorStatus === 'revoked',
      partsChanged: localization ? showsChanges(localization) : texts.matches.some((match) => !match.isIdentical),
      sameText: texts.matches[0]?.isIdentical ?? false,
      file: specimen.state,
    },
    checks: checkNames.filter((name) => name in outcomes).map((name) => ({ name, passed: outcomes[name]! })),
  };
}

function showsChanges(localization: Localization): boolean {
  if (localization.kind === 'image') return localization.regions.length > 0;
  if (localization.kind === 'text') return localization.paragraphs.length > 0;
  return localization.kind !== 'none' && localization.ranges.length > 0;
}

// With an explicit token, extraction is skipped. Otherwise a mark corroborates the record that was
// found, unless it names another record. If signing leaves no mark in this format, there is no
// search for one next to a token.
async function hasWatermark(
  source: TokenSource | null,
  record: KnownRecord | null,
  read: () => Promise<string | null>,
): Promise<boolean> {
  if (source === 'provided' || isUnmarked(record)) return false;
  const id = await read();
  return id !== null && (record === null || id === record.signedPayload.watermark_id);
}

// For a sound whose record is known, nothing is missed.
async function unseenOf(specimen: Specimen, record: KnownRecord | null): Promise<string | null> {
  return specimen.kind === 'audio' && record ? null : specimen.unseen();
}

// Content that was signed unchanged carries no mark, so there is nothing to find.
function isUnmarked(record: KnownRecord | null): boolean {
  return record !== null && record.originalHash === record.signedPayload.content_hash;
}

async function isSignedBy({ signedPayload, signature, publicKey, generatorStatus }: KnownRecord): Promise<boolean> {
  if (generatorStatus === 'revoked') return false;
  return verifySignature(publicKey, signedPayloadBytes(signedPayload), signature);
}

function comparison(
  specimen: Specimen,
  { certificateRoots = [] }: VerifyRequest,
  ports: TokenIndex & ManifestIndex,
): Compare {
  const { reconstruction } = specimen;
  const checks = serviceChecks(certificateRoots, ports);
  return async (record) => {
    if (await reconstruction.isDelivered(signedContentOf(record), checks)) return 'signed';
    return reconstruction.contentHash === record.originalHash ? 'original' : 'other';
  };
}
