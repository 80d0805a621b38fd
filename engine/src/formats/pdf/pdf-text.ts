// The visible text of a PDF, for a fingerprint: whole words in the order of the content, which is
// the order of reading in most files. Work, memory and text are bounded for every file. A damaged
// file gives the text that can be read.
import { absentIfRefused, BrokenMedia } from '../../containers/broken-media.ts';
import type { PdfDictionary } from './pdf-syntax.ts';
import { ContentText } from './text-layer/content-text.ts';
import { pagesOf } from './text-layer/page-tree.ts';
import { PdfObjects } from './text-layer/pdf-objects.ts';
import { TextLines } from './text-layer/text-lines.ts';

const headerReach = 1024;
const mostPages = 20_000;
/** Parts of the content of a page. */
const mostParts = 10_000;

/**
 * The words of the text layer in reading order. Null: there is no text layer, or it cannot be read.
 */
export function readPdfText(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headerReach + 5));
  if (!start.includes('%PDF-')) throw new BrokenMedia('The file is not a PDF.');
  const lines = new TextLines();
  try {
    readPages(new PdfObjects(bytes), lines);
  } catch (error) {
    absentIfRefused(error);
  }
  return lines.toText();
}

function readPages(objects: PdfObjects, lines: TextLines): void {
  const text = new ContentText(objects, lines);
  let pages = 0;
  for (const { dictionary, resources } of pagesOf(objects)) {
    text.runPage(contentOf(objects, dictionary), resources);
    lines.endParagraph();
    pages += 1;
    if (pages === mostPages || text.isSpent) return;
  }
}

// ISO 32000-2 §7.8.2: the parts are one content, divided between words of its language.
function contentOf(objects: PdfObjects, page: PdfDictionary): string {
  const value = page.entries.get('Contents')?.value;
  const list = objects.resolve(value);
  const parts = list?.type === 'array' ? list.items.slice(0, mostParts) : [value];
  return parts.map((part) => objects.stream(part) ?? '').join(' ');
}
