// Generators with their keys, the records that they signed, and the usage that is billed.
import type { FormatName, MediaKind } from '@content-provenance/engine';
import type { Optional } from './column-types.ts';

/** Who has the private keys of a generator: the service, or the customer. */
export type KeypairMode = 'server' | 'client';

export interface GeneratorsTable {
  generator_id: string;
  org_id: string;
  name: string;
  mode: KeypairMode;
  status: 'active' | 'revoked';
  /** JSON array of MediaKind. */
  supported_formats: string;
  created_at: number;
  revoked_at: Optional<number>;
}

export interface GeneratorKeysTable {
  generator_id: string;
  kid: string;
  /** Raw ML-DSA-65 public key in base64. */
  public_key: string;
  /** The seed of a service-managed key, or a reference to the key in custody, sealed. */
  sealed_seed: Optional<string>;
  status: 'active' | 'retired';
  created_at: number;
  retired_at: Optional<number>;
}

/**
 * Never changes. The signed payload is not stored, because its four fields are columns. Divided
 * into months by record_id, which starts with its time.
 */
export interface RecordsTable {
  record_id: string;
  org_id: string;
  generator_id: string;
  kid: string;
  watermark_id: string;
  model: string;
  format: MediaKind;
  /** Null if a submission does not state it, and for records that are older than the column. */
  exact_format: Optional<FormatName>;
  mode: KeypairMode;
  content_hash: string;
  /**
   * Hash of the upload before it was marked (settled point 28). Null if only the caller saw the
   * content.
   */
  original_hash: Optional<string>;
  phash: Optional<string>;
  signed_at: number;
}

/** Apart from the records, because they are most of the data and lookups do not need them. */
export interface RecordSignaturesTable {
  record_id: string;
  signature: Uint8Array;
}

/** Makes a watermark_id unique across all months, and finds its record. */
export interface WatermarksTable {
  watermark_id: string;
  record_id: string;
}

/** A private name of a record. Only its organization sees it. */
export interface RecordLabelsTable {
  record_id: string;
  org_id: string;
  /** That of the record. */
  signed_at: number;
  label: string;
  /** What a search compares: the label without differences of case and width. */
  folded: string;
}

/** A small picture of a signed image, in WebP. Only its organization sees it. */
export interface RecordThumbnailsTable {
  record_id: string;
  org_id: string;
  picture: Uint8Array;
}

/** Counts of all verifications of a record. A record that was never verified has no row. */
export interface RecordCountsTable {
  org_id: string;
  /** That of the record. */
  signed_at: number;
  record_id: string;
  verifications: number;
  authentic: number;
  tampered: number;
}

export interface UsageTable {
  org_id: string;
  /** Calendar month in UTC, `2026-11`. */
  period: string;
  signatures_used: number;
  warned_at: Optional<number>;
  limited_at: Optional<number>;
}
