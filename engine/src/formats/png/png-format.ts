// PNG (ISO 15948), still or animated: token in an iTXt chunk, inserted at byte level, so that
// depth, palette, profile and all other chunks stay as they are.
import { hashPicture } from '../decode-picture.ts';
import type { MediaFormat } from '../media-format.ts';
import { StillPicture } from '../still-picture.ts';
import { expectPixelData } from './pixel-data.ts';
import { isPng, type Piece, readChunks } from './png-chunks.ts';
import { findManifest, wrapManifest } from './png-manifest.ts';
import { addToken, findToken, removeToken } from './png-token.ts';
import { markPng } from './png-watermark.ts';

export const pngFormat: MediaFormat = {
  name: 'png',
  kind: 'image',
  mimeType: 'image/png',
  matches: isPng,
  readToken: (bytes) => findToken(readChunks(bytes)),
  writeToken: (bytes, token) => bytesOf(addToken(removeToken(readChunks(bytes)), token)),
  removeToken: (bytes) => bytesOf(removeToken(readChunks(bytes))),
  manifest: { find: findManifest, wrap: wrapManifest },
  watermark: {
    mark: markPng,
    read: async (bytes, picture = openPng(bytes)) => picture.readMark(),
    readInPlace: async (bytes) => openPng(bytes).readMarkInPlace(),
  },
  openPicture: openPng,
  perceptualHash: async (bytes: Uint8Array) => hashPicture(expectPixelData(bytes)),
};

function openPng(bytes: Uint8Array): StillPicture {
  return new StillPicture(expectPixelData(bytes));
}

function bytesOf(pieces: readonly Piece[]): Uint8Array[] {
  return pieces.map(({ bytes }) => bytes);
}
