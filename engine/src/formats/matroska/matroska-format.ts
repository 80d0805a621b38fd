// Matroska (RFC 9559) and WebM: token in a sentinel trailer after the Segment, even if the Segment
// does not state its size. Without that trailer the file is the original, byte for byte.
import { documentType } from '../../containers/ebml/elements.ts';
import type { Part, Reading } from '../../containers/reading.ts';
import type { MediaFormat } from '../media-format.ts';
import { inMemory } from '../token-place.ts';
import { videoMethods } from '../video-pictures.ts';
import { keepFacts, keepFactsInSource } from './keep-facts.ts';
import { expectWholeSegments } from './segments.ts';
import { makeTrailer, readTrailer, withoutTrailers } from './token-trailer.ts';

export const matroskaFormat = format('matroska', 'video/x-matroska');
export const webmFormat = format('webm', 'video/webm');

function format(name: 'matroska' | 'webm', mimeType: string): MediaFormat {
  return {
    name,
    kind: 'video',
    mimeType,
    ...inMemory({
      *matches(size) {
        return (yield* documentType(size)) === name;
      },
      readToken: readTrailer,
      *writeToken(size, token) {
        return [yield* wholeFile(size), makeTrailer(token)];
      },
      *removeToken(size) {
        return [yield* wholeFile(size)];
      },
    }),
    ...videoMethods('matroska', name, keepFacts, keepFactsInSource),
  };
}

function* wholeFile(size: number): Reading<Part> {
  const rest = yield* withoutTrailers(size);
  yield* expectWholeSegments(rest);
  return { from: 0, to: rest };
}
