// MP4 (ISO/IEC 14496-12, -14) and QuickTime: token in our own box directly after `ftyp`. Every
// place that the file names in itself moves along, and back again on removal. Nothing in the movie
// changes.
import { BrokenMedia } from '../../containers/broken-media.ts';
import { type Box, topBoxes } from '../../containers/isobmff/boxes.ts';
import { editFile } from '../../containers/isobmff/edit-file.ts';
import { readOffsetFields } from '../../containers/isobmff/offset-fields.ts';
import type { Part, Reading } from '../../containers/reading.ts';
import type { MediaFormat } from '../media-format.ts';
import { inMemory } from '../token-place.ts';
import { videoMethods } from '../video-pictures.ts';
import { type Brand, brandOf } from './brand.ts';
import { keepFacts, keepFactsInSource } from './keep-facts.ts';
import { makeTokenBox, readTokenBox } from './token-box.ts';

// A file has one of each. More of them are somebody's experiment.
const mostTakenOut = 64;

export const mp4Format = format('mp4', 'video/mp4');
export const movFormat = format('mov', 'video/quicktime');

function format(name: Brand, mimeType: string): MediaFormat {
  return {
    name,
    kind: 'video',
    mimeType,
    ...inMemory({
      *matches(size) {
        return (yield* brandOf(size)) === name;
      },
      readToken,
      removeToken: (size) => replaceToken(size),
      writeToken: (size, token) => replaceToken(size, makeTokenBox(token)),
    }),
    ...videoMethods('mov', name, keepFacts, keepFactsInSource),
  };
}

function* readToken(size: number): Reading<string | null> {
  for (const box of yield* topBoxes(size)) {
    const token = yield* readTokenBox(box);
    if (token !== null) return token;
  }
  return null;
}

function* replaceToken(size: number, added?: Uint8Array): Reading<Part[]> {
  const tops = yield* topBoxes(size);
  if (!tops.some(({ type }) => type === 'moov')) throw new BrokenMedia('The video has no movie header.');
  const removed: Box[] = [];
  for (const box of tops) {
    if ((yield* readTokenBox(box)) === null) continue;
    removed.push(box);
    if (removed.length > mostTakenOut) throw new BrokenMedia(`The video contains more than ${mostTakenOut} tokens.`);
  }
  const inserted = added && { at: tops.find(({ type }) => type === 'ftyp')?.end ?? 0, bytes: added };
  return editFile(size, yield* readOffsetFields(tops), { removed, inserted });
}
