// The token in a WebP: in the packet of its XMP chunk (RFC 9649 §2.7.1.4), merged into the existing
// one or in a new chunk. A new chunk needs a VP8X chunk with the XMP flag. The packet says which of
// the two was added, and only what is still exactly as it was added is undone.
import { BrokenMedia } from '../../containers/broken-media.ts';
import { makeRiffChunk, paddingOf, type RiffChunk, withContent, withPadding } from '../../containers/riff/riff-file.ts';
import { createPacket, readCreatedPacket } from '../../containers/xmp/created-packet.ts';
import { mergeToken, readForeignPacket } from '../../containers/xmp/foreign-packet.ts';
import {
  flag,
  flagsOf,
  isExtendedHeader,
  isPicture,
  makeExtendedHeader,
  readPicture,
  withFlags,
} from './webp-picture.ts';

const added = { chunk: 'XMP', flag: 'XMP flag', header: 'XMP VP8X' } as const;
/** Appended if the chunk before, which was the last one, got the padding that it lacked. */
const padding = ' padding';

type Chunks = readonly RiffChunk[];

export function findToken(chunks: Chunks): string | null {
  for (const { content } of chunks.filter(isXmp)) {
    const token = readCreatedPacket(content)?.token ?? readForeignPacket(content).token;
    if (token !== null) return token;
  }
  return null;
}

export function removeToken(chunks: Chunks): Chunks {
  const undone = new Set<string>();
  const without = chunks.flatMap((chunk, place) => {
    if (!isXmp(chunk)) return [chunk];
    const created = readCreatedPacket(chunk.content);
    if (created) {
      undone.add(created.added.replace(padding, ''));
      if (created.added.endsWith(padding) && place === chunks.length - 1) undone.add(padding);
      return [];
    }
    const { token, rest: packet } = readForeignPacket(chunk.content);
    return token === null ? [chunk] : [withContent(chunk, packet)];
  });
  const rest = undone.has(padding) ? withoutLastPadding(without) : without;
  const [header, picture] = rest;
  if (!header || !isExtendedHeader(header)) return rest;
  if (undone.has(added.header) && picture && isOurHeader(header, picture)) return rest.slice(1);
  return undone.has(added.flag) ? rest.with(0, withFlags(header, flagsOf(header) & ~flag.xmp)) : rest;
}

function withoutLastPadding(chunks: Chunks): Chunks {
  const last = chunks.at(-1);
  return last && paddingOf(last) === 0 ? chunks.with(-1, withPadding(last, 'none')) : chunks;
}

function isOurHeader(header: RiffChunk, picture: RiffChunk): boolean {
  if (!isPicture(picture)) return false;
  return Buffer.compare(makeExtendedHeader(readPicture(picture), flag.xmp).bytes, header.bytes) === 0;
}

/** chunks: without a token of ours. */
export function addToken(chunks: Chunks, token: string): Chunks {
  for (const [place, chunk] of chunks.entries()) {
    const packet = isXmp(chunk) ? mergeToken(chunk.content, token) : null;
    if (packet) return chunks.with(place, withContent(chunk, packet));
  }
  const [first] = chunks;
  if (first && isPicture(first)) {
    return [makeExtendedHeader(readPicture(first), flag.xmp), ...withPacket(chunks, token, added.header)];
  }
  if (!first || !isExtendedHeader(first))
    throw new BrokenMedia('The WebP does not start with an image or a VP8X chunk.');
  if (flagsOf(first) & flag.xmp) return withPacket(chunks, token, added.chunk);
  return withPacket(chunks.with(0, withFlags(first, flagsOf(first) | flag.xmp)), token, added.flag);
}

// After the picture and Exif, where RFC 9649 §2.7 puts it, and before a packet that could not carry
// the token.
function withPacket(chunks: Chunks, token: string, what: string): Chunks {
  const last = chunks.findLastIndex((chunk) => isPicture(chunk) || chunk.id === 'ANMF' || chunk.id === 'EXIF');
  const other = chunks.findIndex(isXmp);
  const place = Math.max(1, other < 0 ? last + 1 : Math.min(other, last + 1));
  const before = chunks[place - 1]!;
  const packet = (added: string) => makeRiffChunk('XMP ', createPacket({ token, added }));
  if (paddingOf(before) !== 'none') return chunks.toSpliced(place, 0, packet(what));
  return chunks.toSpliced(place - 1, 1, withPadding(before, 0), packet(what + padding));
}

function isXmp({ id }: RiffChunk): boolean {
  return id === 'XMP ';
}
