// Checks that a Matroska file (RFC 9559) is complete: a header and Segments whose elements all end
// within the file. Nothing can be appended to a cut-off file, because a reader would take it for
// the rest of a frame.
import { BrokenMedia } from '../../containers/broken-media.ts';
import { elementAt, idOf } from '../../containers/ebml/elements.ts';
import type { Reading } from '../../containers/reading.ts';

// The parts of a Segment; each ends a Cluster of unknown size (RFC 9559 §5.1).
const parts = new Set([
  0x114d9b74,
  0x1549a966,
  idOf.cluster,
  0x1654ae6b,
  0x1c53bb6b,
  0x1941a469,
  0x1043a770,
  0x1254c367,
]);
const mostElements = 1_000_000;

/** size: of the file without the token. */
export function* expectWholeSegments(size: number): Reading<void> {
  let count = 0;
  let segments = 0;
  let at = 0;
  // Elements without a known size are walked through. All others are skipped.
  let inSegment = false;
  let inCluster = false;
  while (at < size) {
    // Bytes after the last Segment are not part of a frame.
    if (segments > 0 && !inSegment && !(yield* beginsDocument(at, size))) break;
    const { id, contentStart, end } = yield* elementAt(at, size);
    count += 1;
    if (count > mostElements) throw new BrokenMedia(`The file has more than ${mostElements} elements.`);
    if (id === idOf.header) [inSegment, inCluster] = [false, false];
    if (parts.has(id)) inCluster = false;
    if (id === idOf.segment) segments += 1;
    if (end !== null) {
      if (end > size) throw new BrokenMedia('The file is cut off.');
      at = end;
      continue;
    }
    if (id === idOf.segment) inSegment = true;
    else if (id === idOf.cluster && inSegment && !inCluster) inCluster = true;
    else throw new BrokenMedia(`The element at byte ${at} does not say where it ends.`);
    at = contentStart;
  }
  if (segments === 0) throw new BrokenMedia('The file has no Segment.');
}

function* beginsDocument(at: number, size: number): Reading<boolean> {
  const { header, segment } = idOf;
  const bytes = yield { at, length: Math.min(4, size - at) };
  const word = ((bytes[0]! << 24) | (bytes[1]! << 16) | (bytes[2]! << 8) | bytes[3]!) >>> 0;
  return word === header || word === segment;
}
