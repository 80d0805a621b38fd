// Chapters and attached files (covers, fonts) of a Matroska file, copied unchanged into a file that
// was encoded again: at the end of its Segment, where nothing has to move, and listed in its
// SeekHead (RFC 9559 §5.1), so that players find them.
import { BrokenMedia } from '../../containers/broken-media.ts';
import { type Element, elementAt, idOf, readElement } from '../../containers/ebml/elements.ts';
import { type Reading, readFromMemory, readFromSource } from '../../containers/reading.ts';
import { hasCode } from '../../engine-error.ts';
import type { ContentSource } from '../../large-files/content-source.ts';
import type { KeptParts } from '../media-format.ts';
import type { KeptFacts } from '../video-pictures.ts';

const carried = [0x1043a770, 0x1941a469];
const seekHead = 0x114d9b74;
const checksum = 0xbf;

/** More attached bytes than a small file can have are not copied. */
const mostFactBytes = 64 * 1024 * 1024;
const tooMuch = 'its chapters and attached files';
/** The headers of a Segment are in front. */
const headSize = 64 * 1024;

interface Fact {
  readonly id: number;
  readonly bytes: Uint8Array;
}

/**
 * marked: as FFmpeg writes it, with the size of its Segment in eight bytes and space after its
 * SeekHead.
 */
export function keepFacts(original: Uint8Array, marked: Uint8Array): KeptFacts {
  const facts = readFromMemory(original, factsOf(original.length));
  if (!facts) return { bytes: marked, leftOut: [tooMuch] };
  const { head, tail } = addFacts(marked, marked.length, facts);
  return { bytes: facts.length === 0 ? marked : Buffer.concat([head, tail]), leftOut: [] };
}

/** The same for files of any size. */
export async function keepFactsInSource(original: ContentSource, marked: ContentSource): Promise<KeptParts> {
  const facts = await readFromSource(original, factsOf(original.size));
  const first = await marked.read(0, Math.min(headSize, marked.size));
  const { head, tail } = addFacts(first, marked.size, facts ?? []);
  return { parts: [head, { from: head.length, to: marked.size }, tail], leftOut: facts ? [] : [tooMuch] };
}

/** head: the beginning of the file of this size. */
function addFacts(
  head: Uint8Array,
  size: number,
  facts: readonly Fact[],
): { readonly head: Buffer; readonly tail: Buffer } {
  const tail = Buffer.concat(facts.map(({ bytes }) => bytes));
  const file = Buffer.from(head);
  if (facts.length === 0) return { head: file, tail };
  const segment = segmentIn(file);
  file.writeBigUInt64BE(2n ** 56n + BigInt(size + tail.length - segment.contentStart), segment.contentStart - 8);
  let at = size - segment.contentStart;
  const seeks = facts.map(({ id, bytes }) => {
    const seek = makeSeek(id, at);
    at += bytes.length;
    return seek;
  });
  addSeeks(file, segment.contentStart, seeks);
  return { head: file, tail };
}

/**
 * From the first Segment, up to a part that does not state its size or is damaged. Null: they have
 * too many bytes.
 */
function* factsOf(size: number): Reading<readonly Fact[] | null> {
  const facts: Fact[] = [];
  const header = yield* elementAt(0, size);
  const segment = yield* elementAt(header.end ?? 0, size);
  if (segment.id !== idOf.segment) throw noSegment();
  let total = 0;
  try {
    for (let at = segment.contentStart; at < Math.min(segment.end ?? size, size); ) {
      const { id, end } = yield* elementAt(at, size);
      if (end === null || end > size) break;
      if (carried.includes(id)) {
        total += end - at;
        if (total > mostFactBytes) return null;
        facts.push({ id, bytes: new Uint8Array(yield { at, length: end - at }) });
      }
      at = end;
    }
  } catch (problem) {
    if (!hasCode(problem, 'broken_media')) throw problem;
  }
  return facts;
}

function segmentIn(bytes: Uint8Array): Element {
  const header = readElement(bytes, 0);
  const segment = readElement(bytes, header.end ?? 0);
  if (segment.id !== idOf.segment) throw noSegment();
  return segment;
}

function noSegment(): BrokenMedia {
  return new BrokenMedia('The file has no Segment.');
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
