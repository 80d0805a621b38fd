// Packs files into one ZIP archive without compression, because signed files are already compressed
// (APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16). For files in a browser's memory: far
// below the 4 GB where ZIP64 starts.
export interface PackedFile {
  readonly name: string;
  readonly content: Blob;
}

const versionNeeded = 20;
/** Bit 11: names are UTF-8. */
const namesInUtf8 = 0x0800;
const signatures = { file: 0x04034b50, directory: 0x02014b50, end: 0x06054b50 };

export async function storeZip(files: readonly PackedFile[], time = new Date()): Promise<Blob> {
  const parts: BlobPart[] = [];
  const directory: BlobPart[] = [];
  let position = 0;
  let directorySize = 0;
  for (const { name, content } of files) {
    const bytes = new Uint8Array(await content.arrayBuffer());
    const encoded = new TextEncoder().encode(name);
    const described = [
      ...[short(versionNeeded), short(namesInUtf8), short(0), ...dosTime(time), long(crc32(bytes))],
      ...[long(bytes.length), long(bytes.length), short(encoded.length), short(0)],
    ];
    const head = join([long(signatures.file), ...described]);
    const entry = join([
      ...[long(signatures.directory), short(versionNeeded), ...described],
      ...[short(0), short(0), short(0), long(0), long(position)],
    ]);
    parts.push(head, encoded, content);
    directory.push(entry, encoded);
    position += head.length + encoded.length + bytes.length;
    directorySize += entry.length + encoded.length;
  }
  const count = short(files.length);
  const end = [long(signatures.end), short(0), short(0), count, count, long(directorySize), long(position), short(0)];
  return new Blob([...parts, ...directory, join(end)], { type: 'application/zip' });
}

/** Repeated names get a number, so that no file hides another. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let distinct = name;
    for (let number = 2; taken.has(distinct); number += 1) distinct = name.replace(/(\.[^.]*)?$/, ` (${number})$1`);
    taken.add(distinct);
    return distinct;
  });
}

const crcTable = Uint32Array.from({ length: 256 }, (_, value) => {
  let remainder = value;
  for (let bit = 0; bit < 8; bit += 1) remainder = remainder & 1 ? (remainder >>> 1) ^ 0xedb88320 : remainder >>> 1;
  return remainder;
});

function crc32(bytes: Uint8Array): number {
  let remainder = 0xffffffff;
  for (const byte of bytes) remainder = (remainder >>> 8) ^ crcTable[(remainder ^ byte) & 0xff]!;
  return ~remainder >>> 0;
}

/** Time and date of MS-DOS: seconds in steps of two, years from 1980. */
function dosTime(time: Date): number[][] {
  return [
    short((time.getHours() << 11) | (time.getMinutes() << 5) | (time.getSeconds() >> 1)),
    short(((time.getFullYear() - 1980) << 9) | ((time.getMonth() + 1) << 5) | time.getDate()),
  ];
}

const short = (value: number) => [value & 0xff, (value >>> 8) & 0xff];
const long = (value: number) => [...short(value), ...short(value >>> 16)];
const join = (fields: readonly number[][]) => Uint8Array.from(fields.flat());
