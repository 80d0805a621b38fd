// All landmarks of a sound in a few bytes each: the windows since the one before as a number of
// seven bits a byte (a higher bit says that more follow), then the three bytes of the hash. In
// order of time, so that most landmarks take four bytes.
import type { Landmarks } from './landmarks.ts';

const LARGEST = 8;

export function packLandmarks({ hashes, times }: Landmarks): Uint8Array {
  const places = [...times.keys()].sort((a, b) => times[a]! - times[b]! || hashes[a]! - hashes[b]!);
  const bytes = new Uint8Array(LARGEST * places.length);
  let [length, before] = [0, 0];
  for (const place of places) {
    let later = times[place]! - before;
    before = times[place]!;
    for (; later > 0x7f; later >>>= 7) bytes[length++] = (later & 0x7f) | 0x80;
    bytes[length++] = later;
    for (const shift of [16, 8, 0]) bytes[length++] = (hashes[place]! >> shift) & 0xff;
  }
  return bytes.slice(0, length);
}

export function unpackLandmarks(packed: Uint8Array): Landmarks {
  const hashes = new Uint32Array(packed.length >> 2);
  const times = new Uint32Array(packed.length >> 2);
  let [count, time] = [0, 0];
  for (let at = 0; at < packed.length; count++) {
    let shift = 0;
    for (; packed[at]! > 0x7f; shift += 7) time += (packed[at++]! & 0x7f) << shift;
    time += packed[at++]! << shift;
    times[count] = time;
    hashes[count] = (packed[at++]! << 16) | (packed[at++]! << 8) | packed[at++]!;
  }
  return { hashes: hashes.slice(0, count), times: times.slice(0, count) };
}
