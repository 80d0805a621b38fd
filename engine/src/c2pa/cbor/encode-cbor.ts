// Writes CBOR in its deterministic form (RFC 8949 §4.2.1): the shortest heads, definite lengths,
// and keys in the order of their bytes. Equal values give equal bytes.
import { type CborKey, CborTag, type CborValue, majorType } from './cbor-value.ts';

export function encodeCbor(value: CborValue): Buffer {
  return Buffer.concat(partsOf(value));
}

function partsOf(value: CborValue): Uint8Array[] {
  if (value === null) return [Buffer.from([0xf6])];
  if (typeof value === 'boolean') return [Buffer.from([value ? 0xf5 : 0xf4])];
  if (typeof value === 'number') return [integer(value)];
  if (typeof value === 'string') {
    const text = Buffer.from(value, 'utf8');
    return [head(majorType.text, text.length), text];
  }
  if (value instanceof Uint8Array) return [head(majorType.bytes, value.length), value];
  if (value instanceof CborTag) return [head(majorType.tag, value.tag), ...partsOf(value.value)];
  if (value instanceof Map) return mapParts(value);
  const items = value as readonly CborValue[];
  return [head(majorType.array, items.length), ...items.flatMap(partsOf)];
}

function mapParts(map: ReadonlyMap<CborKey, CborValue>): Uint8Array[] {
  const entries = [...map].map(([key, value]) => ({ key: encodeCbor(key), value: encodeCbor(value) }));
  entries.sort((left, right) => Buffer.compare(left.key, right.key));
  return [head(majorType.map, map.size), ...entries.flatMap(({ key, value }) => [key, value])];
}

function integer(value: number): Buffer {
  if (!Number.isSafeInteger(value)) throw new RangeError('Only whole numbers are written as CBOR here.');
  return value < 0 ? head(majorType.negative, -1 - value) : head(majorType.unsigned, value);
}

/** Major type and argument (RFC 8949 §3). */
function head(major: number, argument: number): Buffer {
  const type = major << 5;
  if (argument < 24) return Buffer.from([type | argument]);
  const [size, code] =
    argument < 2 ** 8 ? [1, 24] : argument < 2 ** 16 ? [2, 25] : argument < 2 ** 32 ? [4, 26] : [8, 27];
  const bytes = Buffer.alloc(1 + size);
  bytes[0] = type | code;
  if (size === 8) bytes.writeBigUInt64BE(BigInt(argument), 1);
  else bytes.writeUIntBE(argument, 1, size);
  return bytes;
}
