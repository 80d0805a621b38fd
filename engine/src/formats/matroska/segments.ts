// Checks that a Matroska file (RFC 9559) is complete: a header and Segments whose elements all end
// within the file. Nothing can be appended to a cut-off file, because a reader would take it for
// the rest of a frame.
import { BrokenMedia } from '../../containers/broken-media.ts';
import { idOf, readElement } from '../../containers/ebml/elements.ts';

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

export function expectWholeSegments(bytes: Uint8Array): void {
  let count = 0;
  let segments = 0;
  let at = 0;
  // Elements without a known size are walked through. All others are skipped.
  let inSegment = false;
  let inCluster = false;
  while (at < bytes.length) {
    // Bytes after the last Segment are not part of a frame.
    if (segments > 0 && !inSegment && !beginsDocument(bytes, at)) break;
    const { id, contentStart, end } = readElement(bytes, at);
    count += 1;
    if (count > mostElements) throw new BrokenMedia(`The file has more than ${mostElements} elements.`);
    if (id === idOf.header) [inSegment, inCluster] = [false, false];
    if (parts.has(id)) inCluster = false;
    if (id === idOf.segment) segments += 1;
    if (end !== null) {
      if (end > bytes.length) throw new BrokenMedia('The file is cut off.');
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

function beginsDocument(bytes: Uint8Array, at: number): boolean {
  const { header, segment } = idOf;
  const word = ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0;
  return word === header || word === segment;
}
