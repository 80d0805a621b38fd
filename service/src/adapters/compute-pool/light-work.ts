/** Size of a file that is hashed and read within some milliseconds. */
export const mostLightBytes = 1024 * 1024;

export function isLarge(bytes: Uint8Array): boolean {
  return bytes.length > mostLightBytes;
}
