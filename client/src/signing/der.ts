// Reads DER (ITU-T X.690): tag, length, content. Rejects a length that goes beyond its value.

export interface DerValue {
  readonly tag: number;
  readonly content: Uint8Array;
  /** With tag and length. */
  readonly whole: Uint8Array;
  /** Position of the next value in the source bytes. */
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
