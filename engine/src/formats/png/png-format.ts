// PNG (ISO 15948), still or animated: token in an iTXt chunk, spliced in at byte level, so that depth, palette, profile and
// all other chunks stay as they are.
import { hashPicture, readMarkInPlace, readPictureMark, shrinkPicture } from '../decode-picture.ts';
import type { MediaFormat } from '../media-format.ts';
import { expectPixelData } from './pixel-data.ts';
import { isPng, type Piece, readChunks } from './png-chunks.ts';
import { findManifest, removeManifest, wrapManifest } from './png-manifest.ts';
import { addToken, findToken, removeToken } from './png-token.ts';
import { markPng } from './png-watermark.ts';

export const pngFormat: MediaFormat = {
  name: 'png',
  kind: 'image',
  mimeType: 'image/png',
  matches: isPng,
  readToken: (bytes) => findToken(readChunks(bytes)),
  writeToken: (bytes, token) => Buffer.concat(bytesOf(addToken(removeToken(readChunks(bytes)), token))),
  canonicalParts: (bytes) => bytesOf(removeManifest(removeToken(readChunks(bytes)))),
  manifest: { find: findManifest, wrap: wrapManifest },
  watermark: {
    mark: markPng,
    read: async (bytes) => readPictureMark(expectPixelData(bytes)),
    readInPlace: async (bytes) => readMarkInPlace(expectPixelData(bytes)),
  },
  shrink: async (bytes, side, part) => shrinkPicture(expectPixelData(bytes), side, part),
  perceptualHash: async (bytes) => hashPicture(expectPixelData(bytes)),
};

function bytesOf(pieces: readonly Piece[]): Uint8Array[] {
  return pieces.map(({ bytes }) => bytes);
}
