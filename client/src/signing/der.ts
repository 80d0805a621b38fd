// DER (ITU-T X.690), read: tag, length, content. Lengths that reach beyond their value are refused.

export interface DerValue {
  readonly tag: number;
  readonly content: Uint8Array;
  /** Tag and length included. */
  readonly whole: Uint8Array;
  /** Where the next value begins, counted in the bytes it was read from. */
  readonly end: number;
}

export function readDer(bytes: Uint8Array, at: number): DerValue {
  const first = bytes[at + 1] ?? 0;
  const longForm = first >= 0x80 ? first & 0x7f : 0;
  if (longForm > 4) throw new RangeError('A length of DER is out of range.');
  const start = at + 2 + longForm;
  const length = longForm === 0 ? first : bytes.subarray(at + 2, start).reduce((sum, byte) => sum * 256 + byte, 0);
  const end = start + length;
  if (end > bytes.length) throw new RangeError('A value of DER reaches beyond its end.');
  return { tag: bytes[at]!, content: bytes.subarray(start, end), whole: bytes.subarray(at, end), end };
}

export function childrenOf({ content }: Pick<DerValue, 'content'>): DerValue[] {
  const children: DerValue[] = [];
  for (let at = 0; at < content.length; at = children.at(-1)!.end) children.push(readDer(content, at));
  return children;
}
