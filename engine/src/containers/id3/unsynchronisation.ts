// Unsynchronisation of ID3v2 (2.3 §5): in a stuffed tag, every byte 255 is followed by a 0 that is
// not content. Units are bytes of the content. Offsets count bytes as they are in the file.

/** The offset behind `count` units, with their stuffing. -1 if the bytes end earlier. */
export function skipUnits(bytes: Uint8Array, from: number, count: number, stuffed: boolean): number {
  if (!stuffed) return from + count <= bytes.length ? from + count : -1;
  let at = from;
  for (let left = count; left > 0; left -= 1) {
    if (at >= bytes.length) return -1;
    at += bytes[at] === 0xff && bytes[at + 1] === 0 ? 2 : 1;
  }
  return at;
}

/** `count` units. Null if the bytes end earlier. */
export function readUnits(bytes: Uint8Array, from: number, count: number, stuffed: boolean): Uint8Array | null {
  const end = skipUnits(bytes, from, count, stuffed);
  if (end < 0) return null;
  const units = bytes.subarray(from, end);
  return stuffed ? units.filter((byte, place) => byte !== 0 || units[place - 1] !== 0xff) : units;
}
