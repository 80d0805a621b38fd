// Test support: just enough DER (ITU-T X.690 §8.1 and §10.1) to walk through published certificates
// and signed messages.

export type DerValue = { readonly tag: number; readonly content: Buffer; readonly whole: Buffer };

export function readDer(bytes: Buffer): DerValue {
  const [value, ...rest] = readAll(bytes);
  if (!value || rest.length > 0) throw new RangeError('Expected exactly one DER value.');
  return value;
}

/** Descends by position: `derAt(value, 1, 0)` is the first child of the second child. */
export function derAt(value: DerValue, ...positions: number[]): DerValue {
  return positions.reduce((parent, position) => {
    const child = readAll(parent.content).at(position);
    if (!child) throw new RangeError(`No DER value at position ${position}.`);
    return child;
  }, value);
}

export function readPem(text: string): DerValue {
  return readDer(Buffer.from(text.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64'));
}

function readAll(bytes: Buffer): DerValue[] {
  const values: DerValue[] = [];
  for (let start = 0; start < bytes.length; ) {
    const first = bytes[start + 1]!;
    const lengthSize = first < 0x80 ? 0 : first & 0x7f;
    const length = lengthSize === 0 ? first : bytes.readUIntBE(start + 2, lengthSize);
    const content = start + 2 + lengthSize;
    values.push({
      tag: bytes[start]!,
      content: bytes.subarray(content, content + length),
      whole: bytes.subarray(start, content + length),
    });
    start = content + length;
  }
  return values;
}
