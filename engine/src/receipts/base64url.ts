// base64url without padding (RFC 4648 §5, RFC 7515 §2), in browsers and in Node.

export function toBase64url(bytes: Uint8Array): string {
  let text = '';
  // In parts, because a call takes a limited number of arguments.
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * null unless the text is exactly what `toBase64url` writes: the same bytes have one spelling, so
 * that unused bits cannot make a second one.
 */
export function fromBase64url(text: string): Uint8Array | null {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return null;
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0));
  return toBase64url(bytes) === text ? bytes : null;
}
