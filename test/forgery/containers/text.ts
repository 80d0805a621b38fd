// Pages, PDF and plain text as pieces: tags and the text between them, or lines. In UTF-16, a piece
// has whole characters.
import { foreignStore } from '../stores.ts';
import { type Container, concatPieces } from './container.ts';

export const pageContainer = textContainer(/<[^>]*>|[^<]+|</g);
export const linesContainer = textContainer(/[^\n]*\n|[^\n]+/g);

function textContainer(pieces: RegExp): Container {
  return {
    split(file) {
      const wide = (file[0] === 0xff && file[1] === 0xfe) || (file[0] === 0xfe && file[1] === 0xff);
      const text = file.toString('latin1');
      // Every other byte of wide markup is zero. Without these bytes, the places of tags can still
      // be found.
      if (!wide)
        return [...text.matchAll(pieces)].map(([part]) => ({ name: 'text', bytes: Buffer.from(part, 'latin1') }));
      const units = file.subarray(0, file.length & ~1).toString('utf16le');
      const parts = [...units.matchAll(/[^\n]*\n|[^\n]+/g)].map(([part]) => Buffer.from(part, 'utf16le'));
      return [...parts, file.subarray(file.length & ~1)].map((bytes) => ({ name: 'text', bytes }));
    },
    join: concatPieces,
    wrapStore: () => ({ name: 'text', bytes: foreignStore }),
  };
}
