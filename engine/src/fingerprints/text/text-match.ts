// A record whose text an upload contains, completely or in part. It proves nothing about who wrote
// the upload.
import type { KnownRecord, Provenance } from '../../ports.ts';
import type { TextComparison } from './compare-texts.ts';
import type { ReadText } from './text-fingerprint.ts';
import { partsOf, type TextPart } from './text-parts.ts';

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

/** In the words of the interface. */
export interface PresentedTextMatch extends Pick<Provenance, 'record_id' | 'signer' | 'signed_at'> {
  readonly visible_text: 'identical' | 'different';
  /** How much of the upload is in the record, and of the record in the upload: from 0 to 1. */
  readonly upload_share: number;
  readonly record_share: number;
  readonly parts: readonly TextPart[];
}

export function presentTextMatch(
  { words }: ReadText,
  { record, isIdentical, comparison, recordLength }: TextMatch,
): PresentedTextMatch {
  const { record_id, signer, signed_at } = record.provenance;
  const whole = [{ state: 'kept', start: words.starts[0]!, end: words.ends.at(-1)! }] as const;
  return {
    record_id,
    signer,
    signed_at,
    visible_text: isIdentical ? 'identical' : 'different',
    upload_share: isIdentical ? 1 : rounded(comparison!.uploadShare),
    record_share: isIdentical ? 1 : rounded(comparison!.recordShare),
    parts: isIdentical ? whole : partsOf(words, comparison!.blocks, recordLength),
  };
}

function rounded(share: number): number {
  return Number(share.toFixed(3));
}
