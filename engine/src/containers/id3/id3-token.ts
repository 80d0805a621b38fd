// The token in ID3v2 tags: in a TXXX frame (2.2: TXX), the first frame of the first tag, or in a
// tag of version 2.3 that is made for it. A frame that is exactly as written here is removed again,
// in any place. A frame that a tag editor has rewritten, in any encoding, is read and left.
import { tokenField } from '../token-field.ts';
import { isToken, tokenForm } from '../xmp/token-namespace.ts';
import { type Id3Frame, type Id3Tag, type Id3Version, writeSafe } from './id3-tag.ts';

// For an empty tag that looks like one made for the token, although somebody else made it.
const secondField = `${tokenField}_2`;
const createdHead = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0]);
const nothing = Buffer.alloc(0);
const longestFrame = 300;
const foreignContent = new RegExp(`^[\\x01-\\x03]?${tokenField}(?:_2)?(${tokenForm})$`);

export function findToken(tags: readonly Id3Tag[]): string | null {
  const frames = tags.flatMap((tag) => tag.frames.map((frame) => ({ frame, version: tag.version })));
  for (const { frame, version } of frames) {
    const own = readOwn(frame, version);
    if (own) return own.token;
  }
  for (const { frame } of frames) {
    const token = readForeign(frame);
    if (token !== null) return token;
  }
  return null;
}

export function removeToken(tags: readonly Id3Tag[]): Id3Tag[] {
  return tags.flatMap((tag) => {
    const owns = tag.frames.map((frame) => readOwn(frame, tag.version));
    const rest = { ...tag, frames: tag.frames.filter((_, place) => !owns[place]) };
    const created = owns.length === 1 && owns[0]?.name === tokenField && isEmptyCreated(rest);
    return created ? [] : [rest];
  });
}

/** tags: without a token of ours. */
export function addToken(tags: readonly Id3Tag[], token: string): Id3Tag[] {
  const [first, ...others] = tags;
  if (!first) return [{ ...emptyTag, frames: [makeFrame(3, tokenField, token)] }];
  const name = isEmptyCreated(first) ? secondField : tokenField;
  return [{ ...first, frames: [makeFrame(first.version, name, token), ...first.frames] }, ...others];
}

const emptyTag: Id3Tag = {
  version: 3,
  head: createdHead,
  extendedHeader: nothing,
  frames: [],
  rest: nothing,
  footer: false,
};

function isEmptyCreated({ head, frames, rest }: Id3Tag): boolean {
  return frames.length === 0 && rest.length === 0 && createdHead.equals(head);
}

// Latin-1 without the byte 255: neither text encoding nor unsynchronisation changes a byte of it.
function makeFrame(version: Id3Version, name: string, token: string): Id3Frame {
  const content = Buffer.from(`\0${name}\0${token}`, 'latin1');
  const id = version === 2 ? 'TXX' : 'TXXX';
  const header =
    version === 2
      ? Buffer.from([0, 0, content.length])
      : Buffer.concat([
          version === 4 ? writeSafe(content.length) : Buffer.from([0, 0, 0, content.length]),
          Buffer.alloc(2),
        ]);
  return { id, bytes: Buffer.concat([Buffer.from(id), header, content]) };
}

function readOwn({ id, bytes }: Id3Frame, version: Id3Version): { name: string; token: string } | null {
  if (!id.startsWith('TXX') || bytes.length > longestFrame) return null;
  const [name = '', token = ''] = Buffer.from(bytes).toString('latin1').split('\0').slice(-2);
  if (!isToken(token) || (name !== tokenField && name !== secondField)) return null;
  return Buffer.compare(makeFrame(version, name, token).bytes, bytes) === 0 ? { name, token } : null;
}

// In UTF-16, every other byte is 0 and a byte order mark precedes each text. Without them, all
// encodings look the same.
function readForeign({ id, bytes }: Id3Frame): string | null {
  if (!id.startsWith('TXX') || bytes.length > longestFrame) return null;
  const content = Buffer.from(bytes.subarray(id === 'TXX' ? 6 : 10)).toString('latin1');
  return foreignContent.exec(content.replaceAll(/[\0\xfe\xff]/g, ''))?.[1] ?? null;
}
