// Bytes, numbers and base64 without Node's modules, because this folder runs in browsers. Readers
// accept only the spelling that the writers produce, so that nothing has two spellings.

export const hashSize = 32;

// An engine limits how many arguments a call can have.
const charactersAtATime = 8_192;

export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let start = 0; start < bytes.length; start += charactersAtATime) {
    binary += String.fromCharCode(...bytes.subarray(start, start + charactersAtATime));
  }
  return btoa(binary);
}

/** Null unless the text is exactly what toBase64 writes: with padding, and without spare bits. */
export function fromBase64(text: unknown): Uint8Array | null {
  if (typeof text !== 'string') return null;
  let binary: string;
  try {
    binary = atob(text);
  } catch {
    return null;
  }
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  return toBase64(bytes) === text ? bytes : null;
}

/** Null unless the text is a hash of 32 bytes in base64. */
export function readHash(text: unknown): Uint8Array | null {
  const bytes = typeof text === 'string' && text.length === 44 ? fromBase64(text) : null;
  return bytes?.length === hashSize ? bytes : null;
}

export function isHash(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array && value.length === hashSize;
}

export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, at) => byte === right[at]);
}

/** Takes a list, because an engine limits how many arguments a call can have. */
export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function toUtf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function isSize(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Null unless the text is a whole number up to 2^53 - 1 without leading zeros. */
export function readSize(text: string): number | null {
  if (!/^(?:0|[1-9][0-9]{0,15})$/.test(text)) return null;
  const value = Number(text);
  return isSize(value) ? value : null;
}

export function uint64(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}

/** Null if the number exceeds 2^53 - 1. */
export function readUint64(bytes: Uint8Array): number | null {
  const value = Number(new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0));
  return isSize(value) ? value : null;
}
