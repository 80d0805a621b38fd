// The content of a stream without its encryption, if an empty password opens the file.
import { encryptLegacy } from '../legacy-encryption.ts';
import type { PdfFile, PdfObject } from '../pdf-file.ts';
import { numberOf } from '../pdf-syntax.ts';

/** Null if the file needs a password, or the method is unknown. */
export function unlockStream(file: PdfFile, number: number, object: PdfObject): Uint8Array | null {
  const { encryption } = file;
  if (!encryption || !object.content) return object.content;
  if ((numberOf(encryption.value, 'V') ?? 0) >= 4) return null;
  // RC4 is its own inverse.
  return encryptLegacy(file, encryption, { number, generation: object.generation }, object.content);
}
