// Plain text in UTF-8, with or without byte order mark, or in UTF-16 with one. It has no container:
// the delivered bytes are the hashed bytes (settled point 1), and only the invisible payload leads
// to the record.
import { isUtf8 } from 'node:buffer';
import { BrokenMedia } from '../../containers/broken-media.ts';
import { readUnits, type Splice, spliceParts } from '../../containers/text/text-units.ts';
import { cutPayloads, readPayload } from '../../watermarks/zero-width/find-payload.ts';
import { writePayload } from '../../watermarks/zero-width/payload.ts';
import type { Marking, MediaFormat } from '../media-format.ts';
import { listChangedParagraphs } from './changed-paragraphs.ts';
import { findPlaces } from './paragraphs.ts';
import { decodeText } from './visible-text.ts';

const examined = 4096;
// All controls except those that lay out text.
const control = /[^\t-\r -~\u0080-\uffff]/;
// Text for a machine that an extra character at its start would break: XML, RTF, PostScript.
const otherFormats = /^\s*(?:<\?xml|<!DOCTYPE|<svg|\{\\rtf|%!PS|%PDF-)/i;
const noPlace = {
  omitted: 'The text has no visible characters, so it carries no watermark. You can find its record only by the token.',
};

export const plainTextFormat: MediaFormat = {
  name: 'plain-text',
  kind: 'text',
  mimeType: 'text/plain',
  container: false,
  matches: looksLikeText,
  readToken: (bytes) => expectText(bytes) && null,
  writeToken: (bytes) => [expectText(bytes)],
  removeToken: (bytes) => [expectText(bytes)],
  visibleText: (bytes) => decodeText(expectText(bytes)),
  changedParagraphs: (bytes, id) => listChangedParagraphs(expectText(bytes), id),
  watermark: { mark, read: async (bytes) => readPayload(readUnits(expectText(bytes))) },
};

function looksLikeText(bytes: Uint8Array): boolean {
  if (bytes.length === 0) return false;
  const text = readUnits(bytes.subarray(0, examined));
  const { units, start, unitSize } = text;
  if (control.test(units) || otherFormats.test(units.slice(start))) return false;
  return unitSize === 2 || isUtf8(withoutCutCharacter(text.bytes, bytes.length));
}

// The last character of the examined part can be cut off.
function withoutCutCharacter(part: Uint8Array, whole: number): Uint8Array {
  if (part.length === whole) return part;
  const lead = part.findLastIndex((byte) => (byte & 0xc0) !== 0x80);
  return part.subarray(0, lead);
}

function expectText(bytes: Uint8Array): Uint8Array {
  const { encoding } = readUnits(bytes.subarray(0, 3));
  const holds =
    encoding === 'utf-8'
      ? isUtf8(bytes) && !bytes.includes(0)
      : bytes.length % 2 === 0 && readUnits(bytes).units.isWellFormed();
  if (!holds) throw new BrokenMedia('The text is not UTF-8 or UTF-16 with a byte order mark. Save it as UTF-8.');
  return bytes;
}

async function mark(bytes: Uint8Array, id: string): Promise<Marking> {
  const text = cutPayloads(readUnits(expectText(bytes)));
  const payload = writePayload(id);
  const splices: Splice[] = findPlaces(text).map((place) => ({ from: place, to: place, text: payload }));
  return splices.length > 0 ? { bytes: Buffer.concat(spliceParts(text, splices)) } : noPlace;
}
