// Parses untrusted DER (ITU-T X.690), as much of it as certificates and time stamps need. Values
// are views of the input. A value that does not fit into the one around it is refused.

export class DerError extends Error {
  override readonly name = 'DerError';
}

export interface DerValue {
  readonly tag: number;
  readonly content: Uint8Array;
}

export const derTag = { boolean: 0x01, bitString: 0x03, octetString: 0x04, identifier: 0x06, sequence: 0x30 } as const;

/** The consecutive values in these bytes. */
export function readDerValues(bytes: Uint8Array): DerValue[] {
  const values: DerValue[] = [];
  for (let at = 0; at < bytes.length; ) {
    const { size, start } = readLength(bytes, at + 1);
    if (size > bytes.length - start) throw new DerError('A DER value is cut off.');
    values.push({ tag: bytes[at]!, content: bytes.subarray(start, start + size) });
    at = start + size;
  }
  return values;
}

/** The values inside a value that must have this tag. */
export function readInside(value: DerValue | undefined, tag: number = derTag.sequence): DerValue[] {
  if (value?.tag !== tag) throw new DerError('A DER value is missing.');
  return readDerValues(value.content);
}

/** `1.2.840…` */
export function readIdentifier({ tag, content }: DerValue): string {
  if (tag !== derTag.identifier) throw new DerError('An object identifier is missing.');
  const numbers: number[] = [];
  let number = 0;
  for (const byte of content) {
    number = number * 128 + (byte & 0x7f);
    if (byte < 0x80) {
      numbers.push(number);
      number = 0;
    }
  }
  const first = Math.min(2, Math.floor((numbers[0] ?? 0) / 40));
  return [first, (numbers[0] ?? 0) - first * 40, ...numbers.slice(1)].join('.');
}

function readLength(bytes: Uint8Array, at: number): { size: number; start: number } {
  const first = bytes[at];
  if (first === undefined) throw new DerError('A DER value is cut off.');
  if (first < 0x80) return { size: first, start: at + 1 };
  const count = first & 0x7f;
  if (count === 0 || count > 4 || at + count >= bytes.length) throw new DerError('A DER length is not valid.');
  let size = 0;
  for (const byte of bytes.subarray(at + 1, at + 1 + count)) size = size * 256 + byte;
  return { size, start: at + 1 + count };
}
