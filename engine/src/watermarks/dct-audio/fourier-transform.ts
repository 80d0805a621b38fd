// The discrete Fourier transform of 1,024 complex values, in place and unscaled: Stockham's radix 4, which needs no
// reordering. Swapping the two arrays gives the inverse.

export const TRANSFORM_SIZE = 1024;

const cosines = new Float32Array(TRANSFORM_SIZE);
const sines = new Float32Array(TRANSFORM_SIZE);
for (let i = 0; i < TRANSFORM_SIZE; i++) {
  cosines[i] = Math.cos((2 * Math.PI * i) / TRANSFORM_SIZE);
  sines[i] = -Math.sin((2 * Math.PI * i) / TRANSFORM_SIZE);
}
const otherReal = new Float32Array(TRANSFORM_SIZE);
const otherImaginary = new Float32Array(TRANSFORM_SIZE);

export function transform(real: Float32Array, imaginary: Float32Array): void {
  pass(real, imaginary, otherReal, otherImaginary, 256, 1);
  pass(otherReal, otherImaginary, real, imaginary, 64, 4);
  pass(real, imaginary, otherReal, otherImaginary, 16, 16);
  pass(otherReal, otherImaginary, real, imaginary, 4, 64);
  pass(real, imaginary, otherReal, otherImaginary, 1, 256);
  // Five passes: the result lies in the other pair.
  real.set(otherReal);
  imaginary.set(otherImaginary);
}

function pass(
  fromReal: Float32Array,
  fromImaginary: Float32Array,
  toReal: Float32Array,
  toImaginary: Float32Array,
  quarter: number,
  stride: number,
): void {
  const apart = quarter * stride;
  for (let p = 0; p < quarter; p++) {
    const angle = p * stride;
    const c1 = cosines[angle]!;
    const s1 = sines[angle]!;
    const c2 = cosines[2 * angle]!;
    const s2 = sines[2 * angle]!;
    const c3 = cosines[3 * angle]!;
    const s3 = sines[3 * angle]!;
    for (let q = 0; q < stride; q++) {
      const from = q + stride * p;
      const to = q + stride * 4 * p;
      const ar = fromReal[from]!;
      const ai = fromImaginary[from]!;
      const br = fromReal[from + apart]!;
      const bi = fromImaginary[from + apart]!;
      const cr = fromReal[from + 2 * apart]!;
      const ci = fromImaginary[from + 2 * apart]!;
      const dr = fromReal[from + 3 * apart]!;
      const di = fromImaginary[from + 3 * apart]!;
      const evenSumReal = ar + cr;
      const evenSumImaginary = ai + ci;
      const evenGapReal = ar - cr;
      const evenGapImaginary = ai - ci;
      const oddSumReal = br + dr;
      const oddSumImaginary = bi + di;
      // −i (b − d)
      const turnedReal = bi - di;
      const turnedImaginary = dr - br;
      toReal[to] = evenSumReal + oddSumReal;
      toImaginary[to] = evenSumImaginary + oddSumImaginary;
      const r1 = evenGapReal + turnedReal;
      const i1 = evenGapImaginary + turnedImaginary;
      toReal[to + stride] = r1 * c1 - i1 * s1;
      toImaginary[to + stride] = r1 * s1 + i1 * c1;
      const r2 = evenSumReal - oddSumReal;
      const i2 = evenSumImaginary - oddSumImaginary;
      toReal[to + 2 * stride] = r2 * c2 - i2 * s2;
      toImaginary[to + 2 * stride] = r2 * s2 + i2 * c2;
      const r3 = evenGapReal - turnedReal;
      const i3 = evenGapImaginary - turnedImaginary;
      toReal[to + 3 * stride] = r3 * c3 - i3 * s3;
      toImaginary[to + 3 * stride] = r3 * s3 + i3 * c3;
    }
  }
}
