// The update that carries the token. It is appended, so that the file before it does not change,
// including its signatures (ISO 32000-2 §7.5.6). It contains the XMP packet, the catalog if that
// does not yet name one, and a section of the kind that the file uses. Its last lines say how long
// the file was. The same file and token always make the same update, which is how we recognize our
// own.
import { createPacket } from '../../containers/xmp/created-packet.ts';
import { mergeToken, readForeignPacket } from '../../containers/xmp/foreign-packet.ts';
import { protectPacket } from './pdf-encryption.ts';
import type { PdfFile } from './pdf-file.ts';
import { type Catalog, type Metadata, readCatalog, readMetadata } from './pdf-metadata.ts';

interface NewObject {
  readonly number: number;
  readonly generation: number;
  readonly body: readonly (string | Uint8Array)[];
}

/** From the newest trailer. Its other entries describe the file before this update. */
const keptKeys = ['Root', 'Info', 'ID', 'Encrypt'];

export function makeUpdate(file: PdfFile, token: string): Buffer {
  const catalog = readCatalog(file);
  const metadata = readMetadata(file, catalog);
  const place = metadata ?? { number: file.freeNumber, generation: 0 };
  const objects: NewObject[] = [{ ...place, body: metadataBody(file, place, makePacket(metadata, token)) }];
  if (!metadata) objects.push({ ...catalog, body: [catalogWith(catalog, place.number)] });
  return joinUpdate(file, objects);
}

/** How long the file was before our update. Null if the last update is not ours. */
export function lengthBeforeUpdate(bytes: Buffer): number | null {
  const tail = bytes.toString('latin1', Math.max(0, bytes.length - 128));
  const length = /\n%Content provenance: (\d{1,10}) bytes before\nstartxref\n\d{1,10}\n%%EOF\n$/.exec(tail)?.[1];
  return length === undefined || Number(length) >= bytes.length ? null : Number(length);
}

function makePacket(metadata: Metadata | null, token: string): Uint8Array {
  const foreign = metadata?.packet && readForeignPacket(metadata.packet).rest;
  return (foreign && mergeToken(foreign, token)) ?? createPacket({ token, added: 'XMP' });
}

function metadataBody(file: PdfFile, place: Omit<NewObject, 'body'>, packet: Uint8Array): (string | Uint8Array)[] {
  const { content, entries } = protectPacket(file, place, packet);
  return [`<< /Type /Metadata /Subtype /XML${entries} /Length ${content.length} >>\nstream\n`, content, '\nendstream'];
}

function catalogWith({ value, text }: Catalog, metadata: number): string {
  const old = value.entries.get('Metadata');
  const [cutFrom, cutTo] = old ? [old.from, old.value.to] : [value.from + 2, value.from + 2];
  const rest = text.slice(value.from, cutFrom) + text.slice(cutTo, value.to - 2);
  return `${rest}\n/Metadata ${metadata} 0 R\n>>`;
}

function joinUpdate(file: PdfFile, objects: readonly NewObject[]): Buffer {
  const { bytes, base } = file;
  const isClosed = bytes.at(-1) === 0x0a || bytes.at(-1) === 0x0d;
  const parts: Buffer[] = [Buffer.from(isClosed ? '' : '\n')];
  let at = bytes.length - base + parts[0]!.length;
  const offsets = new Map<NewObject, number>();
  for (const object of objects) {
    offsets.set(object, at);
    const pieces = [`${object.number} ${object.generation} obj\n`, ...object.body, '\nendobj\n'];
    const whole = Buffer.concat(
      pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece)),
    );
    parts.push(whole);
    at += whole.length;
  }
  const end = Math.max(file.freeNumber, ...objects.map(({ number }) => number + 1));
  parts.push(file.sections[0]!.kind === 'table' ? makeTable(file, offsets, end) : makeStream(file, offsets, end, at));
  parts.push(Buffer.from(`%Content provenance: ${bytes.length} bytes before\nstartxref\n${at}\n%%EOF\n`));
  return Buffer.concat(parts);
}

function makeTable(file: PdfFile, offsets: ReadonlyMap<NewObject, number>, size: number): Buffer {
  const entries = inOrder(offsets).map(
    ([{ number, generation }, offset]) =>
      `${number} 1\n${String(offset).padStart(10, '0')} ${String(generation).padStart(5, '0')} n \n`,
  );
  return Buffer.from(`xref\n${entries.join('')}trailer\n<<${trailerEntries(file, size)} >>\n`, 'latin1');
}

function makeStream(file: PdfFile, offsets: ReadonlyMap<NewObject, number>, end: number, at: number): Buffer {
  const own = { number: end, generation: 0, body: [] };
  const entries = inOrder(new Map([...offsets, [own, at]]));
  const rows = entries.map(([{ generation }, offset]) => {
    const row = Buffer.alloc(7, 1);
    row.writeUInt32BE(offset, 1);
    row.writeUInt16BE(generation, 5);
    return row;
  });
  const index = entries.map(([{ number }]) => `${number} 1`).join(' ');
  const form = `/Type /XRef /W [1 4 2] /Index [${index}] /Length ${rows.length * 7}`;
  const head = `${end} 0 obj\n<< ${form}${trailerEntries(file, end + 1)} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), ...rows, Buffer.from('\nendstream\nendobj\n')]);
}

function trailerEntries(file: PdfFile, size: number): string {
  const { trailer, text } = file.trailer;
  const kept = keptKeys.flatMap((key) => {
    const value = trailer.entries.get(key)?.value;
    return value ? [` /${key} ${text.slice(value.from, value.to)}`] : [];
  });
  return ` /Size ${size} /Prev ${file.startOfSections}${kept.join('')}`;
}

function inOrder(offsets: ReadonlyMap<NewObject, number>): [NewObject, number][] {
  return [...offsets].sort(([left], [right]) => left.number - right.number);
}
