// A record whose text an upload contains, completely or in part. It proves nothing about who wrote
// the upload.
import type { Provenance, TextMatch } from '../../ports.ts';
import type { ReadText } from './text-fingerprint.ts';
import { partsOf, type TextPart } from './text-parts.ts';

/** In the words of the interface. */
export interface PresentedTextMatch extends Pick<Provenance, 'record_id' | 'signer' | 'signed_at'> {
  readonly visible_text: 'identical' | 'different';
  /** How much of the upload is in the record, and of the record in the upload: from 0 to 1. */
  readonly upload_share: number;
  readonly record_share: number;
  readonly parts: TextPart[];
}

export function presentTextMatch(
  { words }: ReadText,
  { record, isIdentical, comparison, recordLength }: TextMatch,
): PresentedTextMatch {
  const { record_id, signer, signed_at } = record.provenance;
  const whole: TextPart = { state: 'kept', start: words.starts[0]!, end: words.ends.at(-1)! };
  return {
    record_id,
    signer,
    signed_at,
    visible_text: isIdentical ? 'identical' : 'different',
    upload_share: isIdentical ? 1 : rounded(comparison!.uploadShare),
    record_share: isIdentical ? 1 : rounded(comparison!.recordShare),
    parts: isIdentical ? [whole] : partsOf(words, comparison!.blocks, recordLength),
  };
}

function rounded(share: number): number {
  return Number(share.toFixed(3));
}
