// The only list of formats. Detection tries them in this order, by magic bytes. Plain text has
// none, so it comes last.
import { flacFormat } from './flac/flac-format.ts';
import { htmlFormat } from './html/html-format.ts';
import { jpegFormat } from './jpeg/jpeg-format.ts';
import { matroskaFormat, webmFormat } from './matroska/matroska-format.ts';
import type { MediaFormat } from './media-format.ts';
import { mp3Format } from './mp3/mp3-format.ts';
import { movFormat, mp4Format } from './mp4/mp4-format.ts';
import { pdfFormat } from './pdf/pdf-format.ts';
import { plainTextFormat } from './plain-text/plain-text-format.ts';
import { pngFormat } from './png/png-format.ts';
import { wavFormat } from './wav/wav-format.ts';
import { webpFormat } from './webp/webp-format.ts';

export const allFormats: readonly MediaFormat[] = [
  jpegFormat,
  pngFormat,
  webpFormat,
  wavFormat,
  flacFormat,
  mp3Format,
  mp4Format,
  movFormat,
  matroskaFormat,
  webmFormat,
  pdfFormat,
  htmlFormat,
  plainTextFormat,
];

export function detectFormat(bytes: Uint8Array): MediaFormat | null {
  return allFormats.find((format) => format.matches(bytes)) ?? null;
}
