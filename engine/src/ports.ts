// What a recipe needs from outside: a key that signs, the stored records, and a decoder and
// networks where there are some. Values of the first two cross a worker thread's border as they
// are: every call may be answered from another thread.
import type { Landmarks } from './fingerprints/acoustic/landmarks.ts';
import type { FormatName, MediaKind } from './formats/media-format.ts';
import type { MediaDecoder } from './media-decoder/media-decoder.ts';
import type { SignedPayload } from './signatures/signed-payload.ts';
import type { ImageNetworks, SoundNetworks } from './watermarks/neural/networks.ts';

export interface Signer {
  /**
   * With the generator's active ML-DSA-65 key; of a classical manifest, with the key of its
   * certificate.
   */
  sign(message: Uint8Array): Promise<Uint8Array>;
}

export interface Timestamps {
  /** A time stamp token (RFC 3161) over the message; null: no authority gave one. */
  stampTime(message: Uint8Array): Promise<Uint8Array | null>;
}

export interface ManifestIndex {
  /**
   * The record that the service made this manifest store for; null: it is not one of this service.
   * storeHash: SHA-256 in hex.
   */
  findManifestRecordId(storeHash: string): Promise<string | null>;
  /**
   * Whether the service delivered a file with this hash (delivery-hash.ts), which has a manifest in
   * it, for this record.
   */
  isManifestDelivery(recordId: string, fileHash: string): Promise<boolean>;
}

export interface Decoding {
  /** undefined: not installed. Whatever needs it is then left out, and said so. */
  readonly decoder?: MediaDecoder | undefined;
}

export interface Inference {
  /** undefined: the neural watermark is turned off, and nobody speaks of it. */
  readonly networks?: ImageNetworks | undefined;
  /** The same for sounds. */
  readonly soundNetworks?: SoundNetworks | undefined;
}

export interface RecordIndex {
  /** invalid: no token of this service; null: a genuine one, without a record. */
  findByToken(token: string): Promise<KnownRecord | 'invalid' | null>;
  findByWatermarkId(watermarkId: string): Promise<KnownRecord | null>;
  /**
   * Records of that kind whose perceptual hash differs in at most 8 bits: nearest first, a limited
   * number.
   */
  findSimilar(perceptualHash: string, kind: MediaKind): Promise<readonly KnownRecord[]>;
  /**
   * Records of sound that an excerpt with these landmarks was cut from: surest first, a limited
   * number.
   */
  findBySound(excerpt: Landmarks): Promise<readonly KnownRecord[]>;
  /** Whether landmarks of that record are stored. */
  hasSound(recordId: string): Promise<boolean>;
  /** Whether an excerpt with these landmarks was cut from the sound of that record. */
  isCutFrom(recordId: string, excerpt: Landmarks): Promise<boolean>;
}

export interface SearchNotice {
  /**
   * Told once, before content of this kind is searched for what takes seconds. It may refuse, which
   * ends the recipe.
   */
  beginSearch?(kind: MediaKind): Promise<void>;
}

export interface TokenIndex {
  /**
   * The record that the service issued the token for; null for a token that is not of this service.
   */
  findTokenRecordId(token: string): Promise<string | null>;
}

export interface GeneratorIndex {
  /** null: no such generator. */
  findGeneratorStatus(generatorId: string): Promise<'active' | 'revoked' | null>;
}

export interface KnownRecord {
  readonly signedPayload: SignedPayload;
  readonly signature: Uint8Array;
  /** The key that signed, also when it is retired. */
  readonly publicKey: Uint8Array;
  readonly generatorStatus: 'active' | 'revoked';
  /** The canonical hash of the upload before it was marked; null where the service never saw it. */
  readonly originalHash: string | null;
  /** null: the record does not state it. */
  readonly exactFormat: FormatName | null;
  /** Whether the service wrote the file, or a caller with a key of their own did. */
  readonly mode: 'server' | 'client';
  /** 16 hex digits; null where there is none. */
  readonly perceptualHash: string | null;
  /** Passed on to the caller (settled point 20). */
  readonly provenance: Provenance;
}

/**
 * Who speaks: the name that an organization gave itself, and the domain that it has proven to
 * control.
 */
export interface SignerIdentity {
  readonly name: string;
  readonly domain: string | null;
  readonly domain_verified_at: string | null;
  /** A domain proven by another organization, which this name imitates. */
  readonly resembles: string | null;
}

export interface Provenance {
  readonly org: string;
  readonly signer: SignerIdentity;
  readonly org_id: string;
  readonly record_id: string;
  readonly generator_id: string;
  readonly model: string;
  readonly signed_at: string;
  /** The key that signed. */
  readonly kid: string;
  /** When its generator was revoked; null: it was not. */
  readonly revoked_at: string | null;
}
