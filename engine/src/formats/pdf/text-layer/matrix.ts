// Transformations of the plane, as PDF writes them (ISO 32000-2 §8.3.4).

export type Matrix = readonly [number, number, number, number, number, number];

export const unchanged: Matrix = [1, 0, 0, 1, 0, 0];

/** The first, then the second. */
export function multiply([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l];
}
