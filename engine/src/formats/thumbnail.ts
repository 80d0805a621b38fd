// A small picture of an upload, for lists. It is upright, has no metadata, and takes a few kB.
// Content without a picture, and a picture that cannot be decoded, have none: it never fails.
import { shrinkToWebp } from './decode-picture.ts';
import type { MediaFormat } from './media-format.ts';

/** Longest side in pixels: sharp at 64 pixels on a screen with twice the density. */
const side = 160;

export async function makeThumbnail({ kind }: MediaFormat, upload: Uint8Array): Promise<Uint8Array | null> {
  if (kind !== 'image') return null;
  return shrinkToWebp(upload, side).catch(() => null);
}
