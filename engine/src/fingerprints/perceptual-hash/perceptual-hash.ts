// The 64-bit DCT perceptual hash (Zauner 2010): luma averaged to 32×32, DCT, frequencies 1 to 8
// each way, one bit for above their median, first bit most significant, as 16 lowercase hex digits.
// Similar pictures differ in few bits. A crop of five percent already changes most hashes, so this
// is a lookup aid and proves nothing.

/** Side of the averages. */
export const SIDE = 32;
const FREQUENCIES = 8;

const COSINES = Float64Array.from({ length: FREQUENCIES * SIDE }, (_, i) => {
  const frequency = 1 + Math.floor(i / SIDE);
  return Math.cos(((2 * (i % SIDE) + 1) * frequency * Math.PI) / (2 * SIDE));
});

/**
 * luma: samples row by row, `columns` per row. width and height: how many samples the picture
 * really spans. Fractions are allowed: a JPEG's block means cover width/8 × height/8 of them.
 */
export function perceptualHash(
  luma: ArrayLike<number>,
  columns: number,
  width = columns,
  height = luma.length / columns,
): string {
  return hashAverages(averages(luma, columns, width, height));
}

/** For the 32×32 averages of a picture. */
export function hashAverages(small: ArrayLike<number>): string {
  const across = new Float64Array(SIDE * FREQUENCIES);
  for (let y = 0; y < SIDE; y++) {
    for (let u = 0; u < FREQUENCIES; u++) {
      let sum = 0;
      for (let x = 0; x < SIDE; x++) sum += small[y * SIDE + x]! * COSINES[u * SIDE + x]!;
      across[u * SIDE + y] = sum;
    }
  }
  const spectrum = new Float64Array(FREQUENCIES * FREQUENCIES);
  for (let v = 0; v < FREQUENCIES; v++) {
    for (let u = 0; u < FREQUENCIES; u++) {
      let sum = 0;
      for (let y = 0; y < SIDE; y++) sum += across[u * SIDE + y]! * COSINES[v * SIDE + y]!;
      spectrum[v * FREQUENCIES + u] = sum;
    }
  }
  const sorted = spectrum.toSorted();
  const median = (sorted[31]! + sorted[32]!) / 2;
  return spectrum
    .reduce((hash, value) => (hash << 1n) | (value > median ? 1n : 0n), 0n)
    .toString(16)
    .padStart(16, '0');
}

// Area averages: every target cell gets exactly its share of the samples.
export function averages(luma: ArrayLike<number>, columns: number, width: number, height: number): Float64Array {
  const small = new Float64Array(SIDE * SIDE);
  const line = new Float64Array(SIDE);
  const across = shares(width);
  const down = shares(height);
  for (const { sample: y, cell: row, weight: rowWeight } of down) {
    line.fill(0);
    for (let i = 0; i < across.length; i++) {
      const { sample, cell, weight } = across[i]!;
      line[cell]! += weight * luma[y * columns + sample]!;
    }
    for (let x = 0; x < SIDE; x++) small[row * SIDE + x]! += rowWeight * line[x]!;
  }
  return small;
}

interface Share {
  sample: number;
  cell: number;
  weight: number;
}

// The weight of each sample in each of the 32 cells that divide `length` evenly.
function shares(length: number): Share[] {
  const list: Share[] = [];
  const size = length / SIDE;
  for (let cell = 0; cell < SIDE; cell++) {
    const from = cell * size;
    const to = (cell + 1) * size;
    for (let sample = Math.floor(from); sample < Math.min(Math.ceil(to - 1e-9), Math.ceil(length)); sample++) {
      const weight = (Math.min(to, sample + 1) - Math.max(from, sample)) / size;
      if (weight > 0) list.push({ sample, cell, weight });
    }
  }
  return list;
}
