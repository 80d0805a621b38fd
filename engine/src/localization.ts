// Where content changed since it was signed, according to the mark of its record: regions of a
// picture, stretches of a sound or video, paragraphs of a text that no longer carry it. Computed
// only on request, and only if signing added a mark. It says nothing about parts that were cut
// away, flat or silent parts, or light edits that leave the mark in place.

import type { Changes } from './changes.ts';
import { hasCode } from './engine-error.ts';
import type { KnownRecord } from './ports.ts';
import type { Specimen } from './specimen.ts';
import type { Findings } from './verdict.ts';
import type { PictureChanges } from './watermarks/dct-image/localize/localize.ts';

/** In the words of the interface. */
export type Localization =
  | (Omit<PictureChanges, 'map'> & {
      readonly kind: 'image';
      readonly map: { readonly columns: number; readonly rows: number; readonly cell: number; readonly values: string };
    })
  | Exclude<Changes, { readonly kind: 'image' }>
  /** Nothing can be shown; the note says why. */
  | { readonly kind: 'none'; readonly note: string };

const notes = {
  noRecord: 'We found no record, so there is no watermark to compare with.',
  signed: 'The file is exactly what was signed. Nothing changed.',
  unmarked: 'We did not find the watermark of the record in the content, so we cannot locate changes.',
  untold:
    'We cannot locate changes in this file. The format carries no watermark that shows them, the audio plays at a different speed, or the file is too large.',
  interrupted: 'We could not locate changes this time. Send the file again.',
} as const;

export async function localizationOf(
  specimen: Specimen,
  record: KnownRecord | null,
  { content }: Pick<Findings, 'content'>,
): Promise<Localization> {
  if (!record) return none('noRecord');
  if (content === 'signed') return none('signed');
  try {
    const id = record.signedPayload.watermark_id;
    if ((await specimen.readMark()) !== id) return none('unmarked');
    const changes = await specimen.localize(id);
    return changes ? written(changes) : none('untold');
  } catch (problem) {
    // The verdict does not depend on it.
    if (hasCode(problem, 'interrupted')) return none('interrupted');
    throw problem;
  }
}

function none(why: keyof typeof notes): Localization {
  return { kind: 'none', note: notes[why] };
}

function written(changes: Changes): Localization {
  if (changes.kind === 'text') return changes;
  if (changes.kind !== 'image') {
    const ranges = changes.ranges.map(({ start, end, score }) => ({
      start: rounded(start, 2),
      end: rounded(end, 2),
      score: rounded(score, 3),
    }));
    return { ...changes, seconds: rounded(changes.seconds, 2), ranges };
  }
  const { map, regions } = changes;
  return {
    ...changes,
    regions: regions.map((region) => ({ ...region, score: rounded(region.score, 3) })),
    map: { ...map, values: Buffer.from(map.values).toString('base64') },
  };
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
