// Detects the type of a file for c2pa-rs, by magic bytes only. There are more types than formats
// that can be signed: manifests also come in HEIF, AVIF, TIFF, GIF, SVG, AVI, JPEG XL, ZIP packages
// and sidecar files.

type Magic = readonly [offset: number, bytes: string, type: string];

const magics: readonly Magic[] = [
  [0, '\xff\xd8', 'image/jpeg'],
  [0, '\x89PNG\r\n\x1a\n', 'image/png'],
  [8, 'WEBP', 'image/webp'],
  [8, 'WAVE', 'audio/wav'],
  [8, 'AVI ', 'video/avi'],
  [0, '%PDF-', 'application/pdf'],
  [0, 'GIF8', 'image/gif'],
  [0, 'II*\0', 'image/tiff'],
  [0, 'MM\0*', 'image/tiff'],
  [0, 'fLaC', 'audio/flac'],
  [0, 'ID3', 'audio/mpeg'],
  [4, 'JXL ', 'image/jxl'],
  [4, 'jumb', 'application/c2pa'],
  // Any ZIP package, such as a document or a book: c2pa-rs reads them all in the same way.
  [0, 'PK\x03\x04', 'application/epub+zip'],
];

// The major brand of an ISO base media file (ISO 14496-12 §4.3) decides the type. c2pa-rs reads all
// of these types in the same way.
const brands: Readonly<Record<string, string>> = {
  'qt  ': 'video/quicktime',
  avif: 'image/avif',
  heic: 'image/heic',
  heix: 'image/heic',
  mif1: 'image/heif',
  'M4A ': 'audio/mp4',
};

/** Boxes that can come first in a file without `ftyp`, as old QuickTime writers produced. */
const openingBoxes = ['moov', 'mdat', 'free', 'skip', 'wide', 'uuid'];

const furthestRoot = 4096;

export function detectAssetType(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, furthestRoot)).toString('latin1');
  const magic = magics.find(([offset, wanted]) => head.startsWith(wanted, offset));
  if (magic) return magic[2];
  const box = head.slice(4, 8);
  if (box === 'ftyp') return brands[head.slice(8, 12)] ?? 'video/mp4';
  if (openingBoxes.includes(box)) return 'video/quicktime';
  // An MPEG audio frame: eleven bits of synchronization, then a layer that is not reserved.
  if (bytes[0] === 0xff && (bytes[1]! & 0xe0) === 0xe0 && (bytes[1]! & 0x06) !== 0) return 'audio/mpeg';
  if (head.includes('%PDF-')) return 'application/pdf';
  return head.includes('<svg') ? 'image/svg+xml' : null;
}
