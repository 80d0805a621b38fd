// Names of objects in a connected store, which callers choose. A name must not leave the prefix of
// the connection, whatever the store or a proxy before it makes of the path.

/** S3 allows 1,024 bytes, which the prefix shares. */
const longestKey = 700;

/** What is wrong with a key. Undefined: nothing. */
export function findKeyFault(key: string): string | undefined {
  if (Buffer.byteLength(key) > longestKey) return `must not be longer than ${longestKey} bytes`;
  if (/\p{C}|\\/u.test(key)) return 'must not contain control characters or backslashes';
  const isOdd = (segment: string) => segment === '' || segment === '.' || segment === '..';
  if (key.split('/').some(isOdd)) return 'must not start or end with a slash, or contain //, . or .. as a segment';
  return undefined;
}
