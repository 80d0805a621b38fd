// The text of bytes in the encoding of their byte order mark, or in UTF-8.
import { readUnits } from '../../containers/text/text-units.ts';

export function decodeText(bytes: Uint8Array): string {
  const { encoding, start, unitSize } = readUnits(bytes);
  return new TextDecoder(encoding).decode(bytes.subarray(start * unitSize));
}
