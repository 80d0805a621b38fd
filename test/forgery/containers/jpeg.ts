// JPEG (ITU-T T.81 annex B): SOI, the segments up to the first scan, and everything from there on
// as one piece.
import { type Container, concatPieces, type Piece } from './container.ts';

const xmpSignature = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1');
const startOfScan = 0xda;
const names: Readonly<Record<number, string>> = { 219: 'DQT', 192: 'SOF0', 194: 'SOF2', 196: 'DHT', 221: 'DRI' };

export const jpegContainer: Container = {
  split(file) {
    const pieces: Piece[] = [{ name: 'SOI', bytes: file.subarray(0, 2) }];
    let at = 2;
    for (;;) {
      // Stray bytes and fill bytes before a marker belong to it.
      let marker = file.indexOf(0xff, at);
      while (file[marker] === 0xff) marker += 1;
      const code = file[marker]!;
      if (code === startOfScan) break;
      const end = marker + 1 + file.readUInt16BE(marker + 1);
      pieces.push({ name: nameOf(code), bytes: file.subarray(at, end) });
      at = end;
    }
    return [...pieces, { name: 'SOS', bytes: file.subarray(at) }];
  },
  join: concatPieces,
  wrapStore: (store) => wrapInstance(store, 0x0211),
  xmp: {
    read({ name, bytes }) {
      if (name !== 'APP1' || !bytes.subarray(4).subarray(0, xmpSignature.length).equals(xmpSignature)) return null;
      return bytes.subarray(4 + xmpSignature.length);
    },
    wrap: (packet) => makeSegment(0xe1, Buffer.concat([xmpSignature, packet])),
  },
};

/** One APP11 segment (C2PA 2.2 §A.3.1) under a box instance number. */
export function wrapInstance(store: Buffer, instance: number, sequence = 1): Piece {
  const head = Buffer.from([0x4a, 0x50, instance >> 8, instance & 255, 0, 0, 0, sequence]);
  return makeSegment(0xeb, Buffer.concat([head, store]));
}

export function makeSegment(code: number, content: Buffer, fill = 0): Piece {
  const head = Buffer.alloc(fill + 4, 0xff);
  head[fill + 1] = code;
  head.writeUInt16BE(content.length + 2, fill + 2);
  return { name: nameOf(code), bytes: Buffer.concat([head, content]) };
}

function nameOf(code: number): string {
  if (code >= 0xe0 && code <= 0xef) return `APP${code - 0xe0}`;
  return names[code] ?? code.toString(16);
}
