// Matroska (RFC 9559) and WebM: token in a sentinel trailer after the Segment, even if the Segment
// does not state its size. Without that trailer the file is the original, byte for byte.
import { readDocumentType } from '../../containers/ebml/elements.ts';
import type { MediaFormat } from '../media-format.ts';
import { videoMethods } from '../video-pictures.ts';
import { keepFacts } from './keep-facts.ts';
import { expectWholeSegments } from './segments.ts';
import { makeTrailer, readTrailer, withoutTrailers } from './token-trailer.ts';

export const matroskaFormat = format('matroska', 'video/x-matroska');
export const webmFormat = format('webm', 'video/webm');

function format(name: 'matroska' | 'webm', mimeType: string): MediaFormat {
  return {
    name,
    kind: 'video',
    mimeType,
    matches: (bytes) => readDocumentType(bytes) === name,
    readToken: readTrailer,
    writeToken: (bytes, token) => [wholeFile(bytes), makeTrailer(token)],
    ...videoMethods('matroska', name, keepFacts),
    removeToken: (bytes) => [wholeFile(bytes)],
  };
}

function wholeFile(bytes: Uint8Array): Uint8Array {
  const file = withoutTrailers(bytes);
  expectWholeSegments(file);
  return file;
}
