// The document's XMP (ISO 32000-2 §14.3.2): the stream that the catalog names as its /Metadata, and
// the token in it.
import { BrokenMedia } from '../../containers/broken-media.ts';
import { readCreatedPacket } from '../../containers/xmp/created-packet.ts';
import { readForeignPacket } from '../../containers/xmp/foreign-packet.ts';
import { readProtected } from './pdf-encryption.ts';
import type { PdfFile, PdfObject } from './pdf-file.ts';
import { entryOf, nameOf, type PdfDictionary } from './pdf-syntax.ts';

export interface Catalog extends PdfObject {
  readonly number: number;
  readonly value: PdfDictionary;
}

export interface Metadata {
  readonly number: number;
  readonly generation: number;
  /** Null if it cannot be read: encrypted, or under an unknown filter. */
  readonly packet: Uint8Array | null;
}

export function readCatalog(file: PdfFile): Catalog {
  const root = entryOf(file.trailer.trailer, 'Root', 'reference')!;
  if (file.encryption && file.isPacked(root.number)) {
    throw new BrokenMedia(
      'The PDF and its catalog are encrypted, so the service cannot add a token without the password. Remove the encryption and retry.',
    );
  }
  const object = file.readObject(root.number);
  if (object?.value.type !== 'dictionary') throw new BrokenMedia('The PDF has no catalog.');
  return { ...object, value: object.value, number: root.number };
}

/** Null if the catalog names none, or something else under that name. */
export function readMetadata(file: PdfFile, catalog: Catalog): Metadata | null {
  const pointer = entryOf(catalog.value, 'Metadata', 'reference');
  const object = pointer && file.readObject(pointer.number);
  if (!pointer || object?.value.type !== 'dictionary' || object.content === null) return null;
  if (nameOf(object.value, 'Type') !== 'Metadata' || object.generation !== pointer.generation) return null;
  const { number, generation } = pointer;
  return { number, generation, packet: readProtected(file, number, object) };
}

export function readPdfToken(file: PdfFile): string | null {
  const packet = readMetadata(file, readCatalog(file))?.packet;
  return packet ? (readCreatedPacket(packet)?.token ?? readForeignPacket(packet).token) : null;
}
