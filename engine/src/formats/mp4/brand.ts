// Whether bytes start like MP4 or QuickTime. The major brand decides (ISO/IEC 14496-12 §4.3):
// pictures (HEIF, AVIF, JPEG 2000, JPEG XL, Canon's raw files) and sound (M4A, audio books) use the
// same boxes and are not video. Files older than `ftyp` start with another box that QuickTime
// knows.
import { letters, readBox, viewOf } from '../../containers/isobmff/boxes.ts';

export type Brand = 'mp4' | 'mov';

const pictures =
  /^(heic|heix|heim|heis|hevc|hevx|hevm|hevs|avif|avis|avio|mif[1-9]|msf1|miaf|jpeg|jpgs|jp2 |jpx |jpm |mjp2|jxl |crx )$/;
const sound = /^(M4A |M4B |M4P |F4A |F4B |aax |aaxc)$/;

/** Boxes before the movie or its data in files without a brand. A token of ours is one of them. */
const early = new Set(['wide', 'free', 'skip', 'uuid']);
const old = new Set(['moov', 'mdat', 'pnot']);
const mostEarly = 70;

export function brandOf(bytes: Uint8Array): Brand | null {
  const view = viewOf(bytes);
  for (let at = 0, count = 0; at + 16 <= bytes.length && count < mostEarly; count += 1) {
    const type = letters(view, at + 4);
    if (type !== 'ftyp' && !early.has(type) && !old.has(type)) return null;
    const box = readBox(view, at, bytes.length);
    // Letters could be words of a text. As a size, they would exceed any upload.
    if (box === null || box.end > bytes.length) return null;
    if (type === 'ftyp') return ofBrand(letters(view, box.contentStart));
    if (old.has(type)) return 'mov';
    at = box.end;
  }
  return null;
}

function ofBrand(brand: string): Brand | null {
  if (pictures.test(brand) || sound.test(brand)) return null;
  return brand === 'qt  ' ? 'mov' : 'mp4';
}
