// ID3v2 tags (id3.org: 2.2, 2.3, 2.4) before sound: the head of the first tag, its frames, its
// padding, then the rest.
import { type Container, concatPieces, type Piece, word } from './container.ts';

export const mp3Container: Container = {
  split: splitTag,
  join: joinTag,
  wrapStore: (store) => ({ name: 'ID3 tag', bytes: makeTag(4, 0, [storeFrame(4, store)]) }),
};

export function splitTag(file: Buffer): Piece[] {
  if (file.toString('latin1', 0, 3) !== 'ID3') return [{ name: 'sound', bytes: file }];
  const version = file[3]!;
  const end = 10 + readSafe(file, 6);
  const pieces: Piece[] = [{ name: 'ID3', bytes: file.subarray(0, 10) }];
  const [letters, headSize] = version === 2 ? [3, 6] : [4, 10];
  let at = 10;
  while (at + headSize <= end && /^[A-Z][A-Z0-9]+$/.test(file.toString('latin1', at, at + letters))) {
    const size = frameSize(file, at, version);
    if (at + headSize + size > end) break;
    pieces.push({ name: file.toString('latin1', at, at + letters), bytes: file.subarray(at, at + headSize + size) });
    at += headSize + size;
  }
  if (at < end) pieces.push({ name: 'padding', bytes: file.subarray(at, end) });
  return [...pieces, { name: 'sound', bytes: file.subarray(end) }];
}

export function joinTag(pieces: readonly Piece[]): Buffer {
  const head = pieces.findIndex(({ name }) => name === 'ID3');
  const sound = pieces.findIndex(({ name }) => name === 'sound');
  if (head < 0 || sound < head) return concatPieces(pieces);
  const size = pieces.slice(head + 1, sound).reduce((sum, { bytes }) => sum + bytes.length, 0);
  const bytes = Buffer.concat([pieces[head]!.bytes.subarray(0, 6), safe(size)]);
  return concatPieces(pieces.with(head, { name: 'ID3', bytes }));
}

export function makeTag(version: number, flags: number, parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const footer = flags & 0x10 ? [Buffer.from(`3DI`), Buffer.from([version, 0, flags]), safe(body.length)] : [];
  return Buffer.concat([Buffer.from('ID3'), Buffer.from([version, 0, flags]), safe(body.length), body, ...footer]);
}

export function makeFrame(version: number, name: string, content: Buffer): Buffer {
  const id = Buffer.from(version === 2 ? shortName(name) : name, 'latin1');
  if (version === 2) return Buffer.concat([id, word(content.length).subarray(1), content]);
  return Buffer.concat([id, version === 4 ? safe(content.length) : word(content.length), Buffer.alloc(2), content]);
}

/** C2PA 2.2 §A.3.5: a general object whose content is the store. */
export function storeFrame(version: number, store: Buffer, fileName = 'c2pa'): Buffer {
  const head = Buffer.from(`\0application/x-c2pa-manifest-store\0${fileName}\0c2pa manifest store\0`, 'latin1');
  return makeFrame(version, 'GEOB', Buffer.concat([head, store]));
}

export function titleFrame(version: number, title: string): Buffer {
  return makeFrame(version, 'TIT2', Buffer.from(`\0${title}`, 'latin1'));
}

/** Seven bits per byte (ID3v2.4 structure §6.2). */
export function safe(value: number): Buffer {
  return Buffer.from([value >> 21, (value >> 14) & 127, (value >> 7) & 127, value & 127]);
}

export function readSafe(bytes: Buffer, at: number): number {
  return bytes.subarray(at, at + 4).reduce((sum, byte) => sum * 128 + (byte & 127), 0);
}

function frameSize(file: Buffer, at: number, version: number): number {
  if (version === 2) return file.readUIntBE(at + 3, 3);
  return version === 4 ? readSafe(file, at + 4) : file.readUInt32BE(at + 4);
}

function shortName(name: string): string {
  return { GEOB: 'GEO', TIT2: 'TT2', TXXX: 'TXX' }[name]!;
}
