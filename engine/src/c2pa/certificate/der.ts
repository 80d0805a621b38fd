// Writes the few types of DER (ITU-T X.690) that certificates and time stamps need. Each function
// returns one complete value.

export function sequence(...values: readonly Uint8Array[]): Buffer {
  return tagged(0x30, ...values);
}

export function set(...values: readonly Uint8Array[]): Buffer {
  return tagged(0x31, ...values);
}

/** Unsigned; the most significant byte comes first. */
export function integer(bytes: Uint8Array): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  const shortest = first < 0 ? Buffer.alloc(1) : bytes.subarray(first);
  return tagged(0x02, ...(shortest[0]! >= 0x80 ? [Buffer.alloc(1)] : []), shortest);
}

/** `1.2.840…`; each number below 2^32. */
export function objectIdentifier(text: string): Buffer {
  const [first, second, ...others] = text.split('.').map(Number);
  const bytes = [first! * 40 + second!, ...others].flatMap((number) => {
    const septets = [number & 0x7f];
    for (let rest = Math.floor(number / 128); rest > 0; rest = Math.floor(rest / 128))
      septets.unshift((rest & 0x7f) | 0x80);
    return septets;
  });
  return tagged(0x06, Buffer.from(bytes));
}

export function bitString(bytes: Uint8Array, unusedBits = 0): Buffer {
  return tagged(0x03, Buffer.from([unusedBits]), bytes);
}

export function octetString(...parts: readonly Uint8Array[]): Buffer {
  return tagged(0x04, ...parts);
}

/** ASCII letters and digits. */
export function printableString(text: string): Buffer {
  return tagged(0x13, Buffer.from(text, 'latin1'));
}

export function utf8String(text: string): Buffer {
  return tagged(0x0c, Buffer.from(text, 'utf8'));
}

export function boolean(value: boolean): Buffer {
  return tagged(0x01, Buffer.from([value ? 0xff : 0]));
}

/** UTCTime until 2049, GeneralizedTime from 2050 on (RFC 5280 §4.1.2.5). */
export function time(date: Date): Buffer {
  const digits = `${date.toISOString().replaceAll(/[-:T]|\..*$/g, '')}Z`;
  return date.getUTCFullYear() < 2050 ? tagged(0x17, Buffer.from(digits.slice(2))) : tagged(0x18, Buffer.from(digits));
}

export function contextTag(number: number, constructed: boolean, ...parts: readonly Uint8Array[]): Buffer {
  return tagged(0x80 | (constructed ? 0x20 : 0) | number, ...parts);
}

function tagged(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([Buffer.from([tag]), lengthOf(length), ...parts]);
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const size = length < 0x100 ? 1 : length < 0x10000 ? 2 : 4;
  const bytes = Buffer.alloc(1 + size, 0x80 | size);
  bytes.writeUIntBE(length, 1, size);
  return bytes;
}
