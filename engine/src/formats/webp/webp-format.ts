// WebP (RFC 9649), lossy, lossless or animated: token in the XMP chunk, inserted at byte level, so
// that the picture, its profile and all other chunks stay as they are.
import { BrokenMedia } from '../../containers/broken-media.ts';
import { isRiff, type RiffChunk, type RiffFile, readRiff, riffParts } from '../../containers/riff/riff-file.ts';
import { hashPicture } from '../decode-picture.ts';
import type { MediaFormat } from '../media-format.ts';
import { decodable, isExtendedHeader, isPicture } from './webp-picture.ts';
import { addToken, findToken, removeToken } from './webp-token.ts';
import { markWebp, openWebp, readWebpMark, readWebpMarkInPlace } from './webp-watermark.ts';

export const webpFormat: MediaFormat = {
  name: 'webp',
  kind: 'image',
  mimeType: 'image/webp',
  matches: (bytes) => isRiff(bytes, 'WEBP'),
  readToken: (bytes) => findToken(readWebp(bytes).chunks),
  writeToken: (bytes, token) => edit(bytes, (chunks) => addToken(removeToken(chunks), token)),
  removeToken: (bytes) => edit(bytes, removeToken),
  watermark: { mark: markWebp, read: readWebpMark, readInPlace: readWebpMarkInPlace },
  openPicture: openWebp,
  perceptualHash: (bytes: Uint8Array) => hashPicture(decodable(bytes)),
};

function edit(bytes: Uint8Array, change: (chunks: readonly RiffChunk[]) => readonly RiffChunk[]): Uint8Array[] {
  const file = readWebp(bytes);
  return riffParts({ ...file, chunks: change(file.chunks) });
}

function readWebp(bytes: Uint8Array): RiffFile {
  const file = readRiff(bytes);
  const [first] = file.chunks;
  if (!first || !(isPicture(first) || isExtendedHeader(first))) {
    throw new BrokenMedia('The WebP does not start with an image or a VP8X chunk.');
  }
  return file;
}
