// Text in the encoding of a file: UTF-16 if a byte order mark says so, otherwise one byte per
// character.

export function markSize(file: Buffer): number {
  if (isLittle(file) || isBig(file)) return 2;
  return file[0] === 0xef && file[1] === 0xbb && file[2] === 0xbf ? 3 : 0;
}

export function encodeLike(file: Buffer, text: string): Buffer {
  if (isLittle(file)) return Buffer.from(text, 'utf16le');
  return isBig(file) ? Buffer.from(text, 'utf16le').swap16() : Buffer.from(text, 'latin1');
}

/**
 * The text inserted before the first occurrence of another, or after the byte order mark. Null
 * without an occurrence.
 */
export function insertText(file: Buffer, text: string, before = ''): Buffer | null {
  const at = before === '' ? markSize(file) : file.indexOf(encodeLike(file, before));
  return at < 0 ? null : Buffer.concat([file.subarray(0, at), encodeLike(file, text), file.subarray(at)]);
}

function isLittle(file: Buffer): boolean {
  return file[0] === 0xff && file[1] === 0xfe;
}

function isBig(file: Buffer): boolean {
  return file[0] === 0xfe && file[1] === 0xff;
}
