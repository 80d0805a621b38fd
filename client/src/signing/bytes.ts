// Converts bytes to text and back, in browsers and in Node.

export const encodeText = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The function of Node is many times faster. */
const { Buffer: NodeBuffer } = globalThis as { Buffer?: typeof Buffer };

export function toBase64(bytes: Uint8Array): string {
  if (NodeBuffer) return NodeBuffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** null unless the text is exactly what `toBase64` writes. */
export function fromBase64(text: string): Uint8Array | null {
  try {
    const bytes = NodeBuffer
      ? new Uint8Array(NodeBuffer.from(text, 'base64'))
      : Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return toBase64(bytes) === text ? bytes : null;
  } catch {
    return null;
  }
}

export function concatenate(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, place) => byte === right[place]);
}
