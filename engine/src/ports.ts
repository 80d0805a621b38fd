// What a recipe needs from outside: a key that signs, the stored records, and, if available, a
// decoder and networks. Values of the first two cross the border of a worker thread unchanged, so
// another thread can serve every call.
import type { Landmarks } from './fingerprints/acoustic/landmarks.ts';
import type { TextComparison } from './fingerprints/text/compare-texts.ts';
import type { TextFingerprint } from './fingerprints/text/text-fingerprint.ts';
import type { FormatName, MediaKind } from './formats/media-format.ts';
import type { MediaDecoder } from './media-decoder/media-decoder.ts';
import type { SignedPayload } from './signatures/signed-payload.ts';
import type { ImageNetworks, SoundNetworks } from './watermarks/neural/networks.ts';

export interface Signer {
  /**
   * Signs with the generator's active ML-DSA-65 key. For a classical manifest, with the key of its
   * certificate.
   */
  sign(message: Uint8Array): Promise<Uint8Array>;
}

export interface Timestamps {
  /** A time stamp token (RFC 3161) over the message. Null: no authority gave one. */
  stampTime(message: Uint8Array): Promise<Uint8Array | null>;
}

export interface ManifestIndex {
  /**
   * The record that the service made this manifest store for. Null: it is not from this service.
   * storeHash: SHA-256 in hex.
   */
  findManifestRecordId(storeHash: string): Promise<string | null>;
  /**
   * Whether the service delivered a file with this hash (delivery-hash.ts) and a manifest in it for
   * this record.
   */
  isManifestDelivery(recordId: string, fileHash: string): Promise<boolean>;
}

export interface Decoding {
  /** Undefined: not installed. Then everything that needs it is left out, with a note. */
  readonly decoder?: MediaDecoder | undefined;
}

export interface Inference {
  /** Undefined: the neural watermark is turned off, and no note mentions it. */
  readonly networks?: ImageNetworks | undefined;
  /** The same for sounds. */
  readonly soundNetworks?: SoundNetworks | undefined;
}

export interface RecordIndex {
  /** invalid: not a token of this service. Null: a genuine token without a record. */
  findByToken(token: string): Promise<KnownRecord | 'invalid' | null>;
  findByWatermarkId(watermarkId: string): Promise<KnownRecord | null>;
  /**
   * Records of that kind whose perceptual hash differs in at most 8 bits, nearest first. The number
   * is limited.
   */
  findSimilar(perceptualHash: string, kind: MediaKind): Promise<readonly KnownRecord[]>;
  /**
   * Records of sound from which an excerpt with these landmarks was cut, surest first. The number
   * is limited.
   */
  findBySound(excerpt: Landmarks): Promise<readonly KnownRecord[]>;
  /**
   * Records whose text the upload contains, completely or in part, best match first. The number is
   * limited.
   */
  findByText(text: TextFingerprint): Promise<readonly TextMatch[]>;
  /**
   * How the text compares with that of one record. Null: the record has no text fingerprint.
   * different: they have nothing in common.
   */
  compareText(recordId: string, text: TextFingerprint): Promise<TextMatch | 'different' | null>;
  /** Whether landmarks of that record are stored. */
  hasSound(recordId: string): Promise<boolean>;
  /** Whether an excerpt with these landmarks was cut from the sound of that record. */
  isCutFrom(recordId: string, excerpt: Landmarks): Promise<boolean>;
}

/** A record whose text an upload contains, completely or in part. */
export interface TextMatch {
  readonly record: KnownRecord;
  /**
   * Whether the visible text is the same, apart from white space. The service read it itself, so it
   * is false for records of the caller's own key.
   */
  readonly isIdentical: boolean;
  /** Null only if the texts are identical. */
  readonly comparison: TextComparison | null;
  /** Pairs of words in the record. */
  readonly recordLength: number;
}

export interface SearchNotice {
  /**
   * Called once, before a search in content of this kind that takes seconds. It can refuse, which
   * ends the recipe.
   */
  beginSearch?(kind: MediaKind): Promise<void>;
}

export interface TokenIndex {
  /** The record that the service issued the token for. Null: the token is not from this service. */
  findTokenRecordId(token: string): Promise<string | null>;
}

export interface GeneratorIndex {
  /** Null: the generator does not exist. */
  findGeneratorStatus(generatorId: string): Promise<'active' | 'revoked' | null>;
}

export interface KnownRecord {
  readonly signedPayload: SignedPayload;
  readonly signature: Uint8Array;
  /** The key that signed, even if it is retired. */
  readonly publicKey: Uint8Array;
  readonly generatorStatus: 'active' | 'revoked';
  /** The canonical hash of the upload before it was marked. Null if the service never saw it. */
  readonly originalHash: string | null;
  /** null: the record does not state it. */
  readonly exactFormat: FormatName | null;
  /** Whether the service wrote the file, or a caller with their own key. */
  readonly mode: 'server' | 'client';
  /** 16 hex digits. Null if there is none. */
  readonly perceptualHash: string | null;
  /** Passed on to the caller (settled point 20). */
  readonly provenance: Provenance;
}

/** The name that an organization chose, and the domain that it has proven to control. */
export interface SignerIdentity {
  readonly name: string;
  readonly domain: string | null;
  readonly domain_verified_at: string | null;
  /** A domain that another organization has proven and that this name imitates. */
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
  /** When its generator was revoked. Null if it was not. */
  readonly revoked_at: string | null;
}
