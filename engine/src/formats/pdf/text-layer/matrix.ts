// Transformations of the plane, as PDF writes them (ISO 32000-2 §8.3.4).

export type Matrix = readonly [number, number, number, number, number, number];

export const unchanged: Matrix = [1, 0, 0, 1, 0, 0];

// Written out, because this runs for every operator and JavaScript engines are slow at patterns.

/** The first, then the second. */
export function multiply(m: Matrix, n: Matrix): Matrix {
  return [
    m[0] * n[0] + m[1] * n[2],
    m[0] * n[1] + m[1] * n[3],
    m[2] * n[0] + m[3] * n[2],
    m[2] * n[1] + m[3] * n[3],
    m[4] * n[0] + m[5] * n[2] + n[4],
    m[4] * n[1] + m[5] * n[3] + n[5],
  ];
}

/** A move, then the matrix. */
export function moved(x: number, y: number, m: Matrix): Matrix {
  return [m[0], m[1], m[2], m[3], x * m[0] + y * m[2] + m[4], x * m[1] + y * m[3] + m[5]];
}
