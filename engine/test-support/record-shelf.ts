// Test support: the ports of the recipes with real keys, real tokens and records in a list. Signs
// content as the service does, and finds it again.
import { randomBytes, randomUUID } from 'node:crypto';
import type { Landmarks } from '../src/fingerprints/acoustic/landmarks.ts';
import { findMatches } from '../src/fingerprints/acoustic/rank-tracks.ts';
import { hashDistance } from '../src/fingerprints/perceptual-hash/hash-bands.ts';
import { compareTexts, LEAST_EVIDENCE, LEAST_EVIDENCE_IF_NAMED } from '../src/fingerprints/text/compare-texts.ts';
import { keyText } from '../src/fingerprints/text/keyed-text.ts';
import type { TextFingerprint } from '../src/fingerprints/text/text-fingerprint.ts';
import type { MediaKind } from '../src/formats/media-format.ts';
import type {
  GeneratorIndex,
  Inference,
  KnownRecord,
  ManifestIndex,
  RecordIndex,
  Signer,
  TextMatch,
  TokenIndex,
} from '../src/ports.ts';
import { type SignedMedia, type SignRequest, sign } from '../src/sign.ts';
import { generateSigningSeed, publicKeyFromSeed, signMessage } from '../src/signatures/ml-dsa.ts';
import { createTokenKeyring, decodeToken, encodeToken } from '../src/signatures/token.ts';
import type { ImageNetworks, SoundNetworks } from '../src/watermarks/neural/networks.ts';

const farthest = 8;

type Kept = KnownRecord & {
  readonly kind: MediaKind;
  readonly landmarks: Landmarks | null;
  readonly text: TextFingerprint | null;
};

/** The key of text fingerprints. */
const textKey = Buffer.alloc(32, 1);

export class RecordShelf implements RecordIndex, TokenIndex, ManifestIndex, GeneratorIndex, Inference {
  readonly #seed = generateSigningSeed();
  readonly #keyring = createTokenKeyring('live', 1, new Map([[1, randomBytes(32)]]));
  records: Kept[] = [];
  /** Which ports were called, in order. */
  readonly asked: string[] = [];

  readonly networks: ImageNetworks | undefined;

  readonly soundNetworks: SoundNetworks | undefined;

  constructor(networks?: ImageNetworks, soundNetworks?: SoundNetworks) {
    this.networks = networks;
    this.soundNetworks = soundNetworks;
  }

  /** No manifests are made here. */
  async findManifestRecordId(): Promise<null> {
    return null;
  }

  async isManifestDelivery(): Promise<boolean> {
    return false;
  }

  sign(
    upload: Uint8Array,
    options: Pick<SignRequest, 'neural'> = {},
  ): Promise<SignedMedia & { token: string; recordId: string }> {
    return this.signBy((request, ports) => sign(upload, { ...request, ...options }, ports));
  }

  /** recipe: any that signs. The shelf keeps the record. */
  async signBy<Signed extends Omit<SignedMedia, 'bytes'>>(
    recipe: (request: SignRequest, ports: Signer & Inference) => Promise<Signed>,
    watermarkId = randomBytes(8).toString('hex'),
  ): Promise<Signed & { token: string; recordId: string }> {
    const recordId = randomUUID();
    const token = encodeToken(this.#keyring, recordId);
    const request = { generatorId: 'gen_1', model: 'model-1', watermarkId, token };
    const { networks, soundNetworks } = this;
    const ports = { networks, soundNetworks, sign: (message: Uint8Array) => signMessage(this.#seed, message) };
    const signed = await recipe(request, ports);
    this.records.push({
      signedPayload: signed.signedPayload,
      signature: signed.signature,
      publicKey: publicKeyFromSeed(this.#seed),
      generatorStatus: 'active',
      originalHash: signed.originalHash,
      exactFormat: signed.exactFormat,
      mode: 'server',
      kind: signed.kind,
      perceptualHash: signed.perceptualHash,
      landmarks: signed.landmarks,
      text: signed.textFingerprint,
      provenance: {
        org: 'Organization',
        signer: { name: 'Organization', domain: null, domain_verified_at: null, resembles: null },
        org_id: 'org_1',
        record_id: recordId,
        generator_id: 'gen_1',
        model: 'model-1',
        signed_at: '2026-11-16T00:00:00.000Z',
        kid: 'key-1',
        revoked_at: null,
      },
    });
    return { ...signed, token, recordId };
  }

  /** Changes every record. */
  change(altered: Partial<Kept>): void {
    this.records = this.records.map((record) => ({ ...record, ...altered }));
  }

  async findGeneratorStatus() {
    return this.records[0]?.generatorStatus ?? null;
  }

  async findTokenRecordId(token: string) {
    const decoded = decodeToken(this.#keyring, token);
    return decoded.status === 'valid' ? decoded.recordId : null;
  }

  async findByToken(token: string) {
    this.asked.push('token');
    const decoded = decodeToken(this.#keyring, token);
    if (decoded.status !== 'valid') return 'invalid';
    return this.records.find(({ provenance }) => provenance.record_id === decoded.recordId) ?? null;
  }

  async findByWatermarkId(watermarkId: string) {
    this.asked.push('watermark');
    return this.records.find(({ signedPayload }) => signedPayload.watermark_id === watermarkId) ?? null;
  }

  async findSimilar(hash: string, kind: MediaKind) {
    this.asked.push('similar');
    return this.records
      .filter((record) => record.kind === kind && record.perceptualHash !== null)
      .map((record) => ({ record, distance: hashDistance(record.perceptualHash!, hash) }))
      .filter((each) => each.distance <= farthest)
      .sort((left, right) => left.distance - right.distance)
      .map(({ record }) => record);
  }

  async findByText(text: TextFingerprint): Promise<TextMatch[]> {
    this.asked.push('text');
    const matches = this.records.flatMap((record) => matchOf(record, text, LEAST_EVIDENCE) ?? []);
    const evidence = ({ comparison }: TextMatch) => comparison?.evidence ?? 0;
    return matches.sort((left, right) => evidence(right) - evidence(left));
  }

  async compareText(recordId: string, text: TextFingerprint) {
    const record = this.records.find(({ provenance }) => provenance.record_id === recordId);
    return record?.text ? (matchOf(record, text, LEAST_EVIDENCE_IF_NAMED) ?? 'different') : null;
  }

  async findBySound(excerpt: Landmarks) {
    this.asked.push('sound');
    return findMatches(excerpt, foundIn(this.records)).map(({ track }) => this.records[track]!);
  }

  async hasSound(recordId: string) {
    return this.records.some(({ provenance, landmarks }) => provenance.record_id === recordId && landmarks);
  }

  async isCutFrom(recordId: string, excerpt: Landmarks) {
    const own = this.records.filter(({ provenance }) => provenance.record_id === recordId);
    return findMatches(excerpt, foundIn(own)).length > 0;
  }
}

function matchOf(record: Kept, text: TextFingerprint, leastEvidence: number): TextMatch | null {
  if (!record.text) return null;
  const { codes } = keyText(record.text, textKey);
  const comparison = compareTexts(keyText(text, textKey), codes, () => false, leastEvidence);
  const isIdentical = Buffer.from(record.text.whole).equals(text.whole);
  return comparison || isIdentical ? { record, isIdentical, comparison, recordLength: codes.length } : null;
}

/** The track is the record's place in the list. */
function foundIn(records: readonly Kept[]) {
  return records.flatMap(({ landmarks }, track) =>
    Array.from(landmarks?.hashes ?? [], (hash, place) => ({ hash, track, time: landmarks!.times[place]! })),
  );
}
