// JUMBF superboxes (ISO 19566-5 §4 and §5): a description box with a type and a label, then content
// boxes or further superboxes. Reading copies nothing. Depth and number of boxes are bounded.
import { BrokenMedia } from '../broken-media.ts';

export interface Superbox {
  /** 16 bytes in hex. */
  readonly type: string;
  readonly label: string;
  readonly children: readonly (Superbox | Box)[];
  /** Everything after the superbox's own header: what C2PA hashes (C2PA 2.2 §8.4.2.3). */
  readonly content: Uint8Array;
  readonly bytes: Uint8Array;
}

export interface Box {
  /** Four characters. */
  readonly name: string;
  readonly content: Uint8Array;
  readonly bytes: Uint8Array;
}

const headerSize = 8;
const typeSize = 16;
/** A label follows, by which it can be requested (ISO 19566-5 table A.2). */
const labelled = 0x03;
const deepest = 8;
const mostBoxes = 20_000;

export function isSuperbox(box: Superbox | Box): box is Superbox {
  return 'children' in box;
}

export function readSuperbox(bytes: Uint8Array): Superbox {
  const count = { boxes: 0 };
  const [box, ...others] = readBoxes(bytes, 0, count);
  if (!box || others.length > 0 || !isSuperbox(box)) throw new BrokenMedia('The bytes are not one JUMBF superbox.');
  return box;
}

function readBoxes(bytes: Uint8Array, depth: number, count: { boxes: number }): (Superbox | Box)[] {
  const boxes: (Superbox | Box)[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < bytes.length; ) {
    count.boxes += 1;
    if (depth > deepest || count.boxes > mostBoxes) throw new BrokenMedia('The JUMBF boxes are too deep or too many.');
    const size = at + headerSize <= bytes.length ? view.getUint32(at) : 0;
    if (size < headerSize || size > bytes.length - at) throw new BrokenMedia(`The JUMBF box at byte ${at} is cut off.`);
    const box = bytes.subarray(at, at + size);
    boxes.push(nameOf(box) === 'jumb' ? readSuper(box, depth, count) : plainBox(box));
    at += size;
  }
  return boxes;
}

function readSuper(bytes: Uint8Array, depth: number, count: { boxes: number }): Superbox {
  const content = bytes.subarray(headerSize);
  const [description, ...children] = readBoxes(content, depth + 1, count);
  if (!description || isSuperbox(description) || description.name !== 'jumd') {
    throw new BrokenMedia('A JUMBF superbox has no description.');
  }
  const text = Buffer.from(description.content);
  const end = text.indexOf(0, typeSize + 1);
  if (text.length <= typeSize || ((text[typeSize]! & 0x02) !== 0 && end < 0)) {
    throw new BrokenMedia('A JUMBF description is cut off.');
  }
  const label = (text[typeSize]! & 0x02) === 0 ? '' : text.toString('utf8', typeSize + 1, end);
  return { type: text.toString('hex', 0, typeSize), label, children, content, bytes };
}

function plainBox(bytes: Uint8Array): Box {
  return { name: nameOf(bytes), content: bytes.subarray(headerSize), bytes };
}

function nameOf(box: Uint8Array): string {
  return Buffer.from(box.buffer, box.byteOffset, box.length).toString('latin1', 4, headerSize);
}

/** children: whole boxes. */
export function writeSuperbox(type: string, label: string, children: readonly Uint8Array[]): Buffer {
  const text = [Buffer.from(type, 'hex'), Buffer.from([labelled]), Buffer.from(`${label}\0`, 'utf8')];
  return writeBox('jumb', [writeBox('jumd', text), ...children]);
}

export function writeBox(name: string, parts: readonly Uint8Array[]): Buffer {
  const header = Buffer.alloc(headerSize);
  header.writeUInt32BE(parts.reduce((sum, { length }) => sum + length, headerSize));
  header.write(name, 4, 'latin1');
  return Buffer.concat([header, ...parts]);
}
