// Chapters and attached files (covers, fonts) of a Matroska file, copied unchanged into a file that
// was encoded again: at the end of its Segment, where nothing has to move, and listed in its
// SeekHead (RFC 9559 §5.1), so that players find them.
import { BrokenMedia } from '../../containers/broken-media.ts';
import { type Element, idOf, readElement } from '../../containers/ebml/elements.ts';
import { hasCode } from '../../engine-error.ts';
import type { KeptFacts } from '../video-pictures.ts';

const carried = [0x1043a770, 0x1941a469];
const seekHead = 0x114d9b74;
const checksum = 0xbf;

interface Placed extends Element {
  readonly start: number;
  readonly end: number;
}

/**
 * marked: as FFmpeg writes it, with the size of its Segment in eight bytes and space after its
 * SeekHead.
 */
export function keepFacts(original: Uint8Array, marked: Uint8Array): KeptFacts {
  const facts = partsOf(original).filter(({ id }) => carried.includes(id));
  if (facts.length === 0) return { bytes: marked, leftOut: [] };
  const segment = segmentOf(marked);
  const file = Buffer.concat([marked, ...facts.map(({ start, end }) => original.subarray(start, end))]);
  file.writeBigUInt64BE(2n ** 56n + BigInt(file.length - segment.contentStart), segment.contentStart - 8);
  let at = marked.length - segment.contentStart;
  const seeks = facts.map(({ id, start, end }) => {
    const seek = makeSeek(id, at);
    at += end - start;
    return seek;
  });
  addSeeks(file, segment.contentStart, seeks);
  return { bytes: file, leftOut: [] };
}

/** The parts of the first Segment, up to one that does not state its size or is damaged. */
function partsOf(bytes: Uint8Array): Placed[] {
  const parts: Placed[] = [];
  const segment = segmentOf(bytes);
  try {
    for (let at = segment.contentStart; at < Math.min(segment.end ?? bytes.length, bytes.length); ) {
      const element = readElement(bytes, at);
      if (element.end === null || element.end > bytes.length) break;
      parts.push({ ...element, start: at, end: element.end });
      at = element.end;
    }
  } catch (problem) {
    if (!hasCode(problem, 'broken_media')) throw problem;
  }
  return parts;
}

function segmentOf(bytes: Uint8Array): Element {
  const header = readElement(bytes, 0);
  const segment = readElement(bytes, header.end ?? 0);
  if (segment.id !== idOf.segment) throw new BrokenMedia('The file has no Segment.');
  return segment;
}

function makeSeek(id: number, position: number): Buffer {
  const seek = Buffer.from('4dbb9253ab840000000053ac880000000000000000', 'hex');
  seek.writeUInt32BE(id, 6);
  seek.writeBigUInt64BE(BigInt(position), 13);
  return seek;
}

// New entries use the space after the SeekHead. Its checksum is removed, because it would no longer
// match.
function addSeeks(file: Buffer, start: number, seeks: readonly Buffer[]): void {
  const head = readElement(file, start);
  if (head.id !== seekHead || head.end === null) return;
  const room = readElement(file, head.end);
  if (room.id !== idOf.void || room.end === null) return;
  const first = readElement(file, head.contentStart);
  const known = file.subarray(first.id === checksum ? first.end! : head.contentStart, head.end);
  const content = Buffer.concat([known, ...seeks]);
  const left = room.end - start - 12 - content.length;
  if (left < 9) return;
  const written = Buffer.concat([sized(seekHead, content.length, 4), content, sized(idOf.void, left - 9, 1)]);
  written.copy(file, start);
  file.fill(0, start + written.length, room.end);
}

/** An id of that many bytes, and a size in eight. */
function sized(id: number, size: number, idLength: number): Buffer {
  const bytes = Buffer.alloc(idLength + 8);
  bytes.writeUIntBE(id, 0, idLength);
  bytes.writeBigUInt64BE(2n ** 56n + BigInt(size), idLength);
  return bytes;
}
