// The part of CBOR (RFC 8949) that C2PA and COSE use, as JavaScript values. The keys of maps are
// text or small integers.

export type CborKey = string | number;
export type CborValue =
  | string
  | number
  | boolean
  | null
  | Uint8Array
  | readonly CborValue[]
  | ReadonlyMap<CborKey, CborValue>
  | CborTag;

export class CborTag {
  readonly tag: number;
  readonly value: CborValue;

  constructor(tag: number, value: CborValue) {
    this.tag = tag;
    this.value = value;
  }
}

export const majorType = { unsigned: 0, negative: 1, bytes: 2, text: 3, array: 4, map: 5, tag: 6, simple: 7 } as const;

/** Entries without a value are left out. */
export function cborMap(entries: Readonly<Record<string, CborValue | undefined>>): ReadonlyMap<CborKey, CborValue> {
  return new Map(Object.entries(entries).filter((entry): entry is [string, CborValue] => entry[1] !== undefined));
}
