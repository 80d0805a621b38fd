// A manifest store with some of its bytes changed, the same for the same seed: single bits, lengths,
// runs that are cut out, doubled or overwritten.

/** A small generator of whole numbers below a bound (mulberry32). */
function numbers(seed: number): (below: number) => number {
  let state = (seed + 1) * 0x9e3779b9;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Mutation = (bytes: Buffer, next: (below: number) => number) => Buffer;

const mutations: readonly Mutation[] = [
  (bytes, next) => {
    bytes[next(bytes.length)]! ^= 1 << next(8);
    return bytes;
  },
  (bytes, next) => {
    bytes[next(bytes.length)] = [0, 0xff, 0x7f, 0x80, 0x9f, 0xbf, 0x5b, 0x1b][next(8)]!;
    return bytes;
  },
  (bytes, next) => {
    bytes.writeUInt32BE([0, 1, 7, 0x7fffffff, 0xffffffff, bytes.length][next(6)]!, next(bytes.length - 4));
    return bytes;
  },
  (bytes, next) => {
    const [start, length] = [next(bytes.length), next(64)];
    return withLength(Buffer.concat([bytes.subarray(0, start), bytes.subarray(start + length)]));
  },
  (bytes, next) => {
    const [start, length] = [next(bytes.length), next(256)];
    return withLength(Buffer.concat([bytes.subarray(0, start + length), bytes.subarray(start)]));
  },
  (bytes, next) => {
    const [from, to, length] = [next(bytes.length), next(bytes.length), next(64)];
    bytes.copyWithin(to, from, from + length);
    return bytes;
  },
];

export function mutateStore(store: Uint8Array, seed: number): Buffer {
  const next = numbers(seed);
  let bytes: Buffer = Buffer.from(store);
  for (let count = 1 + next(3); count > 0; count -= 1) bytes = mutations[next(mutations.length)]!(bytes, next);
  return bytes;
}

/** The outermost length stays right, so that what is inside is looked at. */
function withLength(bytes: Buffer): Buffer {
  bytes.writeUInt32BE(bytes.length);
  return bytes;
}
