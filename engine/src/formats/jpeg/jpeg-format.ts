// JPEG (T.81, JFIF, Exif): token in XMP, inserted at byte level, so that the picture, its profile
// and all other metadata stay as they are.
import { hashPicture } from '../decode-picture.ts';
import type { MediaFormat } from '../media-format.ts';
import { StillPicture } from '../still-picture.ts';
import { isJpeg, type Piece, readHeader } from './jpeg-header.ts';
import { findManifest, wrapManifest } from './jpeg-manifest.ts';
import { addToken, findToken, removeToken } from './jpeg-token.ts';
import { markJpeg, readJpegMark, readJpegMarkInPlace } from './jpeg-watermark.ts';

export const jpegFormat: MediaFormat = {
  name: 'jpeg',
  kind: 'image',
  mimeType: 'image/jpeg',
  matches: isJpeg,
  readToken: (bytes) => findToken(readHeader(bytes)),
  writeToken: (bytes, token) => bytesOf(addToken(removeToken(readHeader(bytes)), token)),
  removeToken: (bytes) => bytesOf(removeToken(readHeader(bytes))),
  manifest: { find: findManifest, wrap: wrapManifest },
  watermark: { mark: markJpeg, read: readJpegMark, readInPlace: readJpegMarkInPlace },
  openPicture: (bytes) => new StillPicture(bytes),
  perceptualHash: hashPicture,
};

function bytesOf(pieces: readonly Piece[]): Uint8Array[] {
  return pieces.map(({ bytes }) => bytes);
}
