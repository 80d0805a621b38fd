// What a movie says about itself, copied into a file that was encoded again: user data and metadata
// of the movie as they were (titles, places, covers, keys of any maker), XMP, and chapters.
// Encoders do not write chapters of a text track again, so these become a list as in Nero's format
// (`chpl`), which players read too.
import { BrokenMedia } from '../../containers/broken-media.ts';
import { type Box, readTopBoxes, topBoxes, walkBoxes } from '../../containers/isobmff/boxes.ts';
import { findOffsetFields, mostHeaderBytes } from '../../containers/isobmff/offset-fields.ts';
import { type Reading, readFromSource } from '../../containers/reading.ts';
import type { ContentSource } from '../../large-files/content-source.ts';
import type { Chapter } from '../../media-decoder/media-decoder.ts';
import type { KeptParts } from '../media-format.ts';
import type { KeptFacts } from '../video-pictures.ts';
import { isManifestBox } from './token-box.ts';

const kept = ['udta', 'meta'];
const headerSize = 8;
const xmpType = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');
/**
 * Times of `chpl` are in units of 100 ns. Its number of chapters and the lengths of their titles
 * have one byte each.
 */
const unitsPerSecond = 10_000_000;
const most = 255;

/** marked: as FFmpeg writes it, with the movie header last. chapters: those of a text track. */
export function keepFacts(original: Uint8Array, marked: Uint8Array, chapters: readonly Chapter[]): KeptFacts {
  const tops = readTopBoxes(marked);
  const movie = tops.at(-1);
  const source = readTopBoxes(original);
  const from = source.find(({ type }) => type === 'moov');
  // A manifest is bound to the old bytes.
  const leftOut = source.some((box) => isManifestBox(original, box)) ? ['a C2PA manifest'] : [];
  if (movie?.type !== 'moov' || !from) return { bytes: marked, leftOut };
  const facts = childrenOf(original, from).filter((box) => kept.includes(box.type) && namesNoPlace(original, box));
  const own = childrenOf(marked, movie).filter(({ type }) => !kept.includes(type));
  const hasList = facts.some((box) => childrenOf(original, box).some(({ type }) => type === 'chpl'));
  const content = [
    ...own.map((box) => bytesOf(marked, box)),
    ...facts.map((box) => bytesOf(original, box)),
    ...(chapters.length > 0 && !hasList ? [makeBox('udta', [listOf(chapters)])] : []),
  ];
  const packets = source.filter((box) => isXmp(original, box)).map((box) => bytesOf(original, box));
  return { bytes: Buffer.concat([marked.subarray(0, movie.start), makeBox('moov', content), ...packets]), leftOut };
}

/** The same for files of any size. Only their headers are read. */
export async function keepFactsInSource(
  original: ContentSource,
  marked: ContentSource,
  chapters: readonly Chapter[],
): Promise<KeptParts> {
  const movie = (await readFromSource(marked, topBoxes(marked.size))).at(-1);
  if (movie?.type !== 'moov') throw new BrokenMedia('The marked video has no movie header.');
  const outline = await readFromSource(original, outlineOf(original.size));
  const header = await marked.read(movie.start, movie.end - movie.start);
  const { bytes, leftOut } = keepFacts(outline, header, chapters);
  return { parts: [{ from: 0, to: movie.start }, bytes], leftOut };
}

/** The movie header, XMP and manifests of a file, one behind the other. */
function* outlineOf(size: number): Reading<Buffer> {
  const boxes: Uint8Array[] = [];
  let total = 0;
  for (const { type, start, end } of yield* topBoxes(size)) {
    if (type !== 'moov' && type !== 'uuid') continue;
    total += end - start;
    if (total > mostHeaderBytes) throw new BrokenMedia('The headers of the video have more than 128 MB.');
    boxes.push(new Uint8Array(yield { at: start, length: end - start }));
  }
  return Buffer.concat(boxes);
}

function childrenOf(bytes: Uint8Array, parent: Box): Box[] {
  const children: Box[] = [];
  walkBoxes(bytes, [parent], (box, parents) => {
    if (parents.length === 1) children.push(box);
  });
  return children;
}

/** Items have places in the old file, so they are not copied. */
function namesNoPlace(bytes: Uint8Array, box: Box): boolean {
  return findOffsetFields(bytes, [box]).length === 0;
}

function isXmp(bytes: Uint8Array, { type, contentStart, end }: Box): boolean {
  return type === 'uuid' && end - contentStart > 16 && xmpType.equals(bytes.subarray(contentStart, contentStart + 16));
}

function listOf(chapters: readonly Chapter[]): Buffer {
  const entries = chapters.slice(0, most).map(({ seconds, title }) => {
    const text = Buffer.from(title, 'utf8').subarray(0, most);
    const head = Buffer.alloc(9);
    head.writeBigUInt64BE(BigInt(Math.max(0, Math.round(seconds * unitsPerSecond))));
    head.writeUInt8(text.length, 8);
    return Buffer.concat([head, text]);
  });
  return makeBox('chpl', [Buffer.from([1, 0, 0, 0, 0, 0, 0, 0, entries.length]), ...entries]);
}

function bytesOf(bytes: Uint8Array, { start, end }: Box): Uint8Array {
  return bytes.subarray(start, end);
}

function makeBox(type: string, parts: readonly Uint8Array[]): Buffer {
  const header = Buffer.alloc(headerSize);
  header.writeUInt32BE(parts.reduce((sum, { length }) => sum + length, headerSize));
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, ...parts]);
}
