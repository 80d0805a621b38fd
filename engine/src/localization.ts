// Where content changed since it was signed, as far as the mark of its record shows: regions of a picture, stretches of a sound or
// video, paragraphs of a text that do not carry it any more. Worked out only on request, and only where a mark was put. It says nothing about
// what was cut away, about flat or silent parts, or about light edits that leave the mark in place.
import type { TextChanges } from './formats/plain-text/changed-paragraphs.ts';
import { Interrupted } from './interrupted.ts';
import type { KnownRecord } from './ports.ts';
import type { Specimen } from './specimen.ts';
import type { Findings } from './verdict.ts';
import type { TimeChanges } from './watermarks/dct-audio/localize.ts';
import type { PictureChanges } from './watermarks/dct-image/localize/localize.ts';

export type Changes =
  | ({ readonly kind: 'image' } & PictureChanges)
  | ({ readonly kind: 'audio' | 'video' } & TimeChanges)
  | ({ readonly kind: 'text' } & TextChanges);

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
  noRecord: 'No record was found, so there is no mark to compare the content with.',
  signed: 'The file is exactly what was signed: nothing changed.',
  unmarked: 'The watermark of the record was not found in the content, so changes cannot be located.',
  untold:
    'Changes cannot be located in this file: the format carries no mark that shows them, the sound plays at another speed, or the file is too large.',
  interrupted: 'Changes could not be located this time. Send the file again.',
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
    // Without it the verdict is still known.
    if (problem instanceof Interrupted) return none('interrupted');
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
