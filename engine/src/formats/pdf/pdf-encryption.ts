// Adding to an encrypted PDF without its password (ISO 32000-2 §7.6). From version 4 on, a stream
// can say that it is not encrypted (§7.4.10). Before version 4, every stream is encrypted, so the
// key is needed. It follows from an empty user password, which most such files have (§7.6.4.3.2).
// Without it, the file is refused.
import { UnsupportedMedia } from '../../containers/broken-media.ts';
import { encryptLegacy, hasClearMetadata } from './legacy-encryption.ts';
import type { Encryption, PdfFile, PdfObject } from './pdf-file.ts';
import { numberOf } from './pdf-syntax.ts';

export interface ProtectedPacket {
  readonly content: Uint8Array;
  /** For the dictionary of the stream. */
  readonly entries: string;
}

const unencrypted = ' /Filter /Crypt /DecodeParms << /Type /CryptFilterDecodeParms /Name /Identity >>';

export function protectPacket(
  file: PdfFile,
  place: { readonly number: number; readonly generation: number },
  packet: Uint8Array,
): ProtectedPacket {
  const { encryption } = file;
  if (!encryption) return { content: packet, entries: '' };
  if ((numberOf(encryption.value, 'V') ?? 0) >= 4) return { content: packet, entries: unencrypted };
  const content = encryptLegacy(file, encryption, place, packet);
  if (!content) {
    throw new UnsupportedMedia(
      'The PDF is encrypted with a password and an old method (before PDF 1.5), so the service cannot add a token. Remove the encryption and retry.',
    );
  }
  return { content, entries: '' };
}

/** The content of a stream, decoded. Null if it cannot be read. */
export function readProtected(file: PdfFile, number: number, object: PdfObject): Uint8Array | null {
  const { encryption } = file;
  if (!encryption) return file.decode(object);
  if ((numberOf(encryption.value, 'V') ?? 0) < 4) {
    // RC4 is its own inverse.
    const place = { number, generation: object.generation };
    const content = object.content && encryptLegacy(file, encryption, place, object.content);
    return content && file.decode({ ...object, content });
  }
  return isExempt(object, encryption) ? file.decode(object) : null;
}

function isExempt({ value, text }: PdfObject, encryption: Encryption): boolean {
  const filter = value.type === 'dictionary' ? value.entries.get('Filter')?.value : undefined;
  if (filter && /\/Crypt\b/.test(text.slice(filter.from, filter.to))) return true;
  return hasClearMetadata(encryption);
}
