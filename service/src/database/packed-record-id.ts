// A record id in 16 bytes, for tables with little else in a row. The order stays the same.

/** recordId: a UUID in lower case. */
export function packRecordId(recordId: string): Uint8Array {
  return Buffer.from(recordId.replaceAll('-', ''), 'hex');
}

export function unpackRecordId(packed: Uint8Array): string {
  const digits = Buffer.from(packed).toString('hex');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
