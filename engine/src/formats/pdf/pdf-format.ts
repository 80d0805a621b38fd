// PDF (ISO 32000-2): token in the document's XMP, added as an incremental update. The canonical
// content is the file without that update: the original, byte for byte. There is no watermark.
import { absentIfRefused, BrokenMedia } from '../../containers/broken-media.ts';
import { readForeignPacket } from '../../containers/xmp/foreign-packet.ts';
import { hasCode } from '../../engine-error.ts';
import type { MediaFormat } from '../media-format.ts';
import { PdfFile } from './pdf-file.ts';
import { readPdfToken } from './pdf-metadata.ts';
import { readPdfText } from './pdf-text.ts';
import { lengthBeforeUpdate, makeUpdate } from './pdf-update.ts';

const headerReach = 1024;
// A file that is signed again has one update. More of them are somebody's experiment.
const mostUpdates = 8;

export const pdfFormat: MediaFormat = {
  name: 'pdf',
  kind: 'text',
  mimeType: 'application/pdf',
  matches: (bytes) => asBuffer(bytes.subarray(0, headerReach + 5)).includes('%PDF-'),
  readToken,
  visibleText: readPdfText,
  writeToken: (bytes, token) => {
    const original = withoutUpdates(bytes);
    return [original, makeUpdate(new PdfFile(original), token)];
  },
  removeToken: (bytes) => [withoutUpdates(bytes)],
};

// Programs can find XMP in files that they cannot read (ISO 16684-1 §7.3.2), so a damaged copy
// still leads to its record.
function readToken(bytes: Uint8Array): string | null {
  try {
    return readPdfToken(new PdfFile(bytes));
  } catch (error) {
    if (hasCode(error, 'broken_media')) return scanForToken(asBuffer(bytes));
    throw error;
  }
}

function scanForToken(bytes: Buffer): string | null {
  const start = bytes.lastIndexOf('<?xpacket begin');
  const end = start < 0 ? -1 : bytes.indexOf('<?xpacket end', start);
  return end < 0 ? null : readForeignPacket(bytes.subarray(start, end)).token;
}

function withoutUpdates(bytes: Uint8Array): Uint8Array {
  let rest = bytes;
  for (let updates = 0; updates <= mostUpdates; updates += 1) {
    const before = beforeUpdate(rest);
    if (!before) return rest;
    rest = before;
  }
  throw new BrokenMedia(`The PDF was signed more than ${mostUpdates} times.`);
}

// An update counts as ours only if it is exactly what we would add to the file before it.
function beforeUpdate(bytes: Uint8Array): Uint8Array | null {
  const length = lengthBeforeUpdate(asBuffer(bytes));
  if (length === null) return null;
  const original = bytes.subarray(0, length);
  try {
    const token = readPdfToken(new PdfFile(bytes));
    const same = token !== null && makeUpdate(new PdfFile(original), token).equals(bytes.subarray(length));
    return same ? original : null;
  } catch (error) {
    return absentIfRefused(error);
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
