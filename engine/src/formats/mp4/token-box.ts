// The box that carries the token: a `uuid` box (ISO/IEC 14496-12 §11.1) of one form and size, so
// that only what was written here is ever removed. And the box of a C2PA manifest store (C2PA 2.2
// §A.5), which is outside the canonical content too.
import type { Box } from '../../containers/isobmff/boxes.ts';
import type { Reading } from '../../containers/reading.ts';
import { isToken } from '../../containers/xmp/token-namespace.ts';

const ownType = Buffer.from('6d8f3a5b1c724e0f9a4d2be7c05813f6', 'hex');
const manifestType = Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex');

const headerSize = 8;
const typeEnd = headerSize + 16;
/** Version and flags, as in a full box. */
const tokenStart = typeEnd + 4;
const tokenLength = 51;
/** A multiple of eight, which keeps alignment. */
const boxSize = 80;

export function makeTokenBox(token: string): Buffer {
  const box = Buffer.alloc(boxSize);
  box.writeUInt32BE(boxSize, 0);
  box.write('uuid', 4, 'latin1');
  ownType.copy(box, headerSize);
  box.write(token, tokenStart, 'latin1');
  return box;
}

export function* readTokenBox({ type, start, end }: Box): Reading<string | null> {
  if (type !== 'uuid' || end - start !== boxSize) return null;
  const bytes = yield { at: start, length: boxSize };
  const box = Buffer.from(bytes.buffer, bytes.byteOffset, boxSize);
  if (!ownType.equals(box.subarray(headerSize, typeEnd))) return null;
  const token = box.toString('latin1', tokenStart, tokenStart + tokenLength);
  return isToken(token) && makeTokenBox(token).equals(box) ? token : null;
}

export function isManifestBox(bytes: Uint8Array, { type, contentStart, end }: Box): boolean {
  return (
    type === 'uuid' && end - contentStart >= 16 && manifestType.equals(bytes.subarray(contentStart, contentStart + 16))
  );
}
