// The quality of a lossy WebP, estimated from the quantizer in its first key frame (RFC 6386, 9.2
// to 9.6), by the inverse of libwebp's own mapping (src/enc/quant_enc.c, QualityToCompression).

/** frame: content of the "VP8 " chunk. 0 to 100, or null if it is not a key frame. */
export function estimateQuality(frame: Uint8Array): number | null {
  if (frame.length < 12 || frame[0]! & 1 || frame[3] !== 0x9d || frame[4] !== 0x01 || frame[5] !== 0x2a) return null;
  const index = readQuantiser(new BoolReader(frame.subarray(10)));
  const compression = (1 - index / 127) ** 3;
  return 100 * (compression < 0.5 ? 1.5 * compression : (compression + 1) / 2);
}

// Between the finest quantizer index of the segments and their mean, 0 to 127. libwebp spreads them
// around the one for its quality, and the header does not say how many blocks each has.
function readQuantiser(reader: BoolReader): number {
  reader.skip(2); // color space, clamping
  const segments: number[] = [];
  let absolute = false;
  if (reader.literal(1)) {
    const updatesMap = reader.literal(1);
    if (reader.literal(1)) {
      absolute = reader.literal(1) === 1;
      for (let i = 0; i < 4; i++) segments.push(reader.optionalSigned(7));
      for (let i = 0; i < 4; i++) reader.optionalSigned(6);
    }
    if (updatesMap) for (let i = 0; i < 3; i++) if (reader.literal(1)) reader.skip(8);
  }
  reader.skip(1 + 6 + 3); // loop filter
  if (reader.literal(1) && reader.literal(1)) for (let i = 0; i < 8; i++) reader.optionalSigned(6);
  reader.skip(2); // partitions
  const base = reader.literal(7);
  const all = segments.length > 0 ? segments.map((value) => (absolute ? value : base + value)) : [base];
  const mean = all.reduce((sum, value) => sum + value, 0) / all.length;
  return Math.min(Math.max((mean + Math.min(...all)) / 2, 0), 127);
}

// The boolean decoder of RFC 6386, 7.3, at even odds, which is all that a header needs.
class BoolReader {
  readonly #data: Uint8Array;
  #at = 2;
  #value: number;
  #range = 255;
  #bits = 0;

  constructor(data: Uint8Array) {
    this.#data = data;
    this.#value = (data[0]! << 8) | data[1]!;
  }

  literal(bits: number): number {
    let value = 0;
    for (let i = 0; i < bits; i++) value = (value << 1) | this.#bit();
    return value;
  }

  skip(bits: number): void {
    this.literal(bits);
  }

  optionalSigned(bits: number): number {
    if (!this.literal(1)) return 0;
    const size = this.literal(bits);
    return this.literal(1) ? -size : size;
  }

  #bit(): number {
    const split = 1 + (((this.#range - 1) * 128) >> 8);
    const threshold = split << 8;
    const bit = this.#value >= threshold ? 1 : 0;
    if (bit) {
      this.#range -= split;
      this.#value -= threshold;
    } else this.#range = split;
    while (this.#range < 128) {
      this.#value <<= 1;
      this.#range <<= 1;
      if (++this.#bits === 8) {
        this.#bits = 0;
        this.#value |= this.#data[this.#at++] ?? 0;
      }
    }
    return bit;
  }
}
