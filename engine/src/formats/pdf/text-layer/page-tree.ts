// The pages of a document in order, with the resources that they inherit (ISO 32000-2 §7.7.3).
import type { PdfDictionary, PdfValue } from '../pdf-syntax.ts';
import type { PdfObjects } from './pdf-objects.ts';

export interface Page {
  readonly dictionary: PdfDictionary;
  readonly resources: PdfDictionary | null;
}

const deepest = 50;
const mostNodes = 100_000;

export function* pagesOf(objects: PdfObjects): Generator<Page> {
  const catalog = objects.dictionary(objects.file.trailer.trailer.entries.get('Root')?.value);
  const seen = new Set<number>();
  yield* pagesBelow(objects, catalog?.entries.get('Pages')?.value, null, seen, 0);
}

function* pagesBelow(
  objects: PdfObjects,
  value: PdfValue | undefined,
  inherited: PdfDictionary | null,
  seen: Set<number>,
  depth: number,
): Generator<Page> {
  if (value?.type !== 'reference' || seen.has(value.number) || seen.size === mostNodes || depth > deepest) return;
  seen.add(value.number);
  const dictionary = objects.dictionary(value);
  if (!dictionary) return;
  const resources = objects.dictionary(dictionary.entries.get('Resources')?.value) ?? inherited;
  const kids = objects.entry(dictionary, 'Kids');
  if (kids?.type !== 'array') yield { dictionary, resources };
  else for (const kid of kids.items) yield* pagesBelow(objects, kid, resources, seen, depth + 1);
}
