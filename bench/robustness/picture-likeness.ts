// How similar two pictures are: peak signal-to-noise ratio, and the mean structural similarity
// (Wang 2004) over windows of 8×8 pixels, every fourth.

export function decibels(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let squares = 0;
  for (let i = 0; i < a.length; i++) squares += (a[i]! - b[i]!) ** 2;
  return 10 * Math.log10(255 ** 2 / (squares / a.length));
}

const side = 8;
const step = 4;
const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];

/** a, b: luma, 0 to 255. */
export function structuralSimilarity(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  width: number,
  height: number,
): number {
  let sum = 0;
  let windows = 0;
  for (let top = 0; top + side <= height; top += step) {
    for (let left = 0; left + side <= width; left += step) {
      let [sa, sb, saa, sbb, sab] = [0, 0, 0, 0, 0];
      for (let y = top; y < top + side; y++) {
        for (let i = y * width + left, end = i + side; i < end; i++) {
          const [p, q] = [a[i]!, b[i]!];
          sa += p;
          sb += q;
          saa += p * p;
          sbb += q * q;
          sab += p * q;
        }
      }
      const n = side * side;
      const [ma, mb] = [sa / n, sb / n];
      const [va, vb, cab] = [saa / n - ma * ma, sbb / n - mb * mb, sab / n - ma * mb];
      sum += ((2 * ma * mb + c1) * (2 * cab + c2)) / ((ma * ma + mb * mb + c1) * (va + vb + c2));
      windows++;
    }
  }
  return sum / windows;
}
