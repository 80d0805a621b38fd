// A Vorbis comment (Xiph.Org, "Ogg Vorbis I format specification: comment field and header
// specification"): a vendor and a list of `NAME=value`, little-endian. The token is one more field
// at the end of the list. Removing it leaves every other byte, including the bytes after the list.
import { BrokenMedia } from '../broken-media.ts';
import { tokenField } from '../token-field.ts';
import { isToken } from '../xmp/token-namespace.ts';

export interface VorbisComment {
  readonly vendor: Uint8Array;
  readonly fields: readonly Uint8Array[];
  /** Everything after the list. */
  readonly rest: Uint8Array;
}

const ownVendor = Buffer.from('content-provenance-service');
// For a comment that is empty under our own vendor, although somebody else made it. With the usual
// name, it would look like one that was made for the token.
const secondField = `${tokenField}_2`;
const mostFields = 20_000;
const longestField = secondField.length + 1 + 51;

export function readVorbisComment(bytes: Uint8Array): VorbisComment {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 0;
  const word = () => {
    if (at + 4 > bytes.length) throw new BrokenMedia('The Vorbis comment is cut off.');
    at += 4;
    return view.getUint32(at - 4, true);
  };
  const text = () => {
    const length = word();
    if (at + length > bytes.length) throw new BrokenMedia('The Vorbis comment is cut off.');
    at += length;
    return bytes.subarray(at - length, at);
  };
  const vendor = text();
  const fields: Uint8Array[] = [];
  const count = word();
  if (count > mostFields) throw new BrokenMedia(`The Vorbis comment has more than ${mostFields} fields.`);
  while (fields.length < count) fields.push(text());
  return { vendor, fields, rest: bytes.subarray(at) };
}

export function writeVorbisComment({ vendor, fields, rest }: VorbisComment): Buffer {
  const text = (bytes: Uint8Array) => [word(bytes.length), bytes];
  return Buffer.concat([...text(vendor), word(fields.length), ...fields.flatMap(text), rest]);
}

export function findToken({ fields }: VorbisComment): string | null {
  return fields.map(tokenOf).find((token) => token !== null) ?? null;
}

/** Null if nothing is left of a comment that was made for the token. */
export function removeToken(comment: VorbisComment): VorbisComment | null {
  const fields = comment.fields.filter((field) => tokenOf(field) === null);
  if (fields.length === comment.fields.length) return comment;
  const rest = { ...comment, fields };
  const own = comment.fields.length === 1 && nameOf(comment.fields[0]!) === tokenField;
  return own && isEmptyOwn(rest) ? null : rest;
}

/** comment: without a token of ours; null makes one. */
export function addToken(comment: VorbisComment | null, token: string): VorbisComment {
  if (!comment) return { vendor: ownVendor, fields: [field(tokenField, token)], rest: Buffer.alloc(0) };
  const name = isEmptyOwn(comment) ? secondField : tokenField;
  return { ...comment, fields: [...comment.fields, field(name, token)] };
}

function isEmptyOwn({ vendor, fields, rest }: VorbisComment): boolean {
  return fields.length === 0 && rest.length === 0 && ownVendor.equals(vendor);
}

function tokenOf(bytes: Uint8Array): string | null {
  const name = nameOf(bytes);
  if (name !== tokenField && name !== secondField) return null;
  const value = Buffer.from(bytes).toString('latin1', name.length + 1);
  return isToken(value) ? value : null;
}

function nameOf(bytes: Uint8Array): string | null {
  if (bytes.length > longestField) return null;
  return Buffer.from(bytes).toString('latin1').split('=', 1)[0]!;
}

function field(name: string, token: string): Buffer {
  return Buffer.from(`${name}=${token}`, 'latin1');
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
