// Whether content resembles what its record was made of (docs/decisions/0024-likeness.md). Anyone
// can move a mark or a token to other content, so the record it leads to says nothing about the
// bytes. `near` proves nothing either: it only means that the fingerprints agree. Computed only if
// a mark or a token led to a record and the bytes are not the signed ones.

import { hasCode } from './engine-error.ts';
import { hashDistance } from './fingerprints/perceptual-hash/hash-bands.ts';
import type { KnownRecord, RecordIndex } from './ports.ts';
import type { Specimen } from './specimen.ts';
import type { Findings } from './verdict.ts';

/** unknown: there is no record, or nothing to compare it with. */
export type Likeness = 'near' | 'far' | 'unknown';

/**
 * Bits of 64. Unrelated pictures differ in about 32; docs/decisions/0024-likeness.md has the
 * figures.
 */
export const MOST_UNLIKE_BITS = 14;

export async function likenessOf(
  specimen: Specimen,
  record: KnownRecord | null,
  { source, content, ofText }: Pick<Findings, 'source' | 'content'> & { readonly ofText: Likeness | null },
  ports: RecordIndex,
): Promise<Likeness> {
  if (!record) return 'unknown';
  if (ofText) return ofText;
  // A search by likeness accepts less than `near` does.
  if (content !== 'other' || source === 'phash' || source === 'fingerprint') return 'near';
  try {
    return await (specimen.kind === 'audio'
      ? compareSounds(specimen, record.provenance.record_id, ports)
      : comparePictures(specimen, record.perceptualHash));
  } catch (problem) {
    // The verdict does not depend on it.
    if (hasCode(problem, 'interrupted')) return 'unknown';
    throw problem;
  }
}

async function comparePictures(specimen: Specimen, recorded: string | null): Promise<Likeness> {
  if (recorded === null) return 'unknown';
  const hashes = await specimen.hashViews();
  if (!hashes) return 'unknown';
  for (const hash of hashes) if (hashDistance(hash, recorded) <= MOST_UNLIKE_BITS) return 'near';
  return 'far';
}

async function compareSounds(specimen: Specimen, recordId: string, ports: RecordIndex): Promise<Likeness> {
  if (!(await ports.hasSound(recordId))) return 'unknown';
  let likeness: Likeness = 'unknown';
  for (const excerpt of await specimen.excerpts()) {
    if (await ports.isCutFrom(recordId, excerpt)) return 'near';
    likeness = 'far';
  }
  return likeness;
}
