// Whether bytes start like MP4 or QuickTime. The major brand decides (ISO/IEC 14496-12 §4.3):
// pictures (HEIF, AVIF, JPEG 2000, JPEG XL, Canon's raw files) and sound (M4A, audio books) use the
// same boxes and are not video. Files older than `ftyp` start with another box that QuickTime
// knows.
import { letters, readBox, viewOf } from '../../containers/isobmff/boxes.ts';
import type { Reading } from '../../containers/reading.ts';

export type Brand = 'mp4' | 'mov';

const pictures =
  /^(heic|heix|heim|heis|hevc|hevx|hevm|hevs|avif|avis|avio|mif[1-9]|msf1|miaf|jpeg|jpgs|jp2 |jpx |jpm |mjp2|jxl |crx )$/;
const sound = /^(M4A |M4B |M4P |F4A |F4B |aax |aaxc)$/;

/** Boxes before the movie or its data in files without a brand. A token of ours is one of them. */
const early = new Set(['wide', 'free', 'skip', 'uuid']);
const old = new Set(['moov', 'mdat', 'pnot']);
const mostEarly = 70;

export function* brandOf(size: number): Reading<Brand | null> {
  for (let at = 0, count = 0; at + 16 <= size && count < mostEarly; count += 1) {
    const view = viewOf(yield { at, length: 16 });
    const type = letters(view, 4);
    if (type !== 'ftyp' && !early.has(type) && !old.has(type)) return null;
    const box = readBox(view, at, size, at);
    // Letters could be words of a text. As a size, they would exceed any upload.
    if (box === null || box.end > size) return null;
    if (type === 'ftyp') return ofBrand(yield { at: box.contentStart, length: 4 });
    if (old.has(type)) return 'mov';
    at = box.end;
  }
  return null;
}

function ofBrand(bytes: Uint8Array): Brand | null {
  if (bytes.length < 4) return null;
  const brand = letters(viewOf(bytes), 0);
  if (pictures.test(brand) || sound.test(brand)) return null;
  return brand === 'qt  ' ? 'mov' : 'mp4';
}
