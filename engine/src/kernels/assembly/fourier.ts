// Two-dimensional Fourier transform of planar complex floats, sides powers of two up to 1024,
// unscaled. Four rows (or columns) run side by side in the lanes of a vector, so one scalar
// algorithm serves both passes. The caller provides `work` (36 bytes × the side of the twiddles)
// and `twiddles` (cosines then sines of the longest side, half a turn).
import { boxSums } from './plane';

// Byte offsets of the vectors in bit-reversed order, one word each.
export function fillOrder(order: usize, n: u32): void {
  let reversed: u32 = 0;
  for (let i: u32 = 0; i < n; i++) {
    store<u32>(order + (<usize>i << 2), reversed << 4);
    // Counting up in reversed order: the carry runs from the top bit down.
    let bit = n >> 1;
    for (; reversed & bit; bit >>= 1) reversed ^= bit;
    reversed |= bit;
  }
}

// In place over n vectors of real parts followed by n vectors of imaginary parts, input in
// bit-reversed order. Two stages at a time (radix 4), and one of radix 2 first if the number of
// stages is odd.
export function transformLanes(work: usize, n: u32, twiddles: usize, twiddleSide: u32, sign: f32): void {
  const imaginary = work + (<usize>n << 4);
  let half: u32 = 1;
  if ((31 - clz(n)) & 1) {
    for (let a: usize = 0; a < <usize>n << 4; a += 32) {
      const r0 = v128.load(work + a), r1 = v128.load(work + a, 16);
      v128.store(work + a, f32x4.add(r0, r1));
      v128.store(work + a, f32x4.sub(r0, r1), 16);
      const i0 = v128.load(imaginary + a), i1 = v128.load(imaginary + a, 16);
      v128.store(imaginary + a, f32x4.add(i0, i1));
      v128.store(imaginary + a, f32x4.sub(i0, i1), 16);
    }
    half = 2;
  }
  const sines = twiddles + (<usize>twiddleSide << 1);
  const signs = f32x4.splat(sign);
  for (; half < n; half <<= 2) {
    const step = twiddleSide / (half << 2);
    for (let k: u32 = 0; k < half; k++) {
      const once = <usize>(k * step) << 2, twice = once << 1;
      const c1 = v128.load32_splat(twiddles + once), s1 = f32x4.mul(v128.load32_splat(sines + once), signs);
      const c2 = v128.load32_splat(twiddles + twice), s2 = f32x4.mul(v128.load32_splat(sines + twice), signs);
      const q = <usize>half << 4;
      for (let a = <usize>k << 4; a < <usize>n << 4; a += q << 2) {
        // Inner stage: (0, 1) and (2, 3) with the doubled angle; outer: (0, 2) and (1, 3), the
        // latter a quarter turn on.
        const r0 = v128.load(work + a), i0 = v128.load(imaginary + a);
        const r1 = v128.load(work + a + q), i1 = v128.load(imaginary + a + q);
        const r2 = v128.load(work + a + 2 * q), i2 = v128.load(imaginary + a + 2 * q);
        const r3 = v128.load(work + a + 3 * q), i3 = v128.load(imaginary + a + 3 * q);
        const p1 = f32x4.sub(f32x4.mul(r1, c2), f32x4.mul(i1, s2)), m1 = f32x4.add(f32x4.mul(r1, s2), f32x4.mul(i1, c2));
        const p3 = f32x4.sub(f32x4.mul(r3, c2), f32x4.mul(i3, s2)), m3 = f32x4.add(f32x4.mul(r3, s2), f32x4.mul(i3, c2));
        const ar = f32x4.add(r0, p1), ai = f32x4.add(i0, m1), br = f32x4.sub(r0, p1), bi = f32x4.sub(i0, m1);
        const er = f32x4.add(r2, p3), ei = f32x4.add(i2, m3), fr = f32x4.sub(r2, p3), fi = f32x4.sub(i2, m3);
        const cr = f32x4.sub(f32x4.mul(er, c1), f32x4.mul(ei, s1)), ci = f32x4.add(f32x4.mul(er, s1), f32x4.mul(ei, c1));
        const gr = f32x4.sub(f32x4.mul(fr, c1), f32x4.mul(fi, s1)), gi = f32x4.add(f32x4.mul(fr, s1), f32x4.mul(fi, c1));
        const dr = f32x4.neg(f32x4.mul(gi, signs)), di = f32x4.mul(gr, signs);
        v128.store(work + a, f32x4.add(ar, cr));
        v128.store(imaginary + a, f32x4.add(ai, ci));
        v128.store(work + a + q, f32x4.add(br, dr));
        v128.store(imaginary + a + q, f32x4.add(bi, di));
        v128.store(work + a + 2 * q, f32x4.sub(ar, cr));
        v128.store(imaginary + a + 2 * q, f32x4.sub(ai, ci));
        v128.store(work + a + 3 * q, f32x4.sub(br, dr));
        v128.store(imaginary + a + 3 * q, f32x4.sub(bi, di));
      }
    }
  }
}

function transformColumns(plane: usize, other: usize, width: u32, height: u32, work: usize, order: usize, twiddles: usize, side: u32, sign: f32): void {
  const imaginary = work + (<usize>height << 4);
  for (let column: u32 = 0; column < width; column += 4) {
    for (let y: u32 = 0; y < height; y++) {
      const from = <usize>(y * width + column) << 2;
      const to = <usize>load<u32>(order + (<usize>y << 2));
      v128.store(work + to, v128.load(plane + from));
      v128.store(imaginary + to, v128.load(other + from));
    }
    transformLanes(work, height, twiddles, side, sign);
    for (let y: u32 = 0; y < height; y++) {
      const to = <usize>(y * width + column) << 2;
      v128.store(plane + to, v128.load(work + (<usize>y << 4)));
      v128.store(other + to, v128.load(imaginary + (<usize>y << 4)));
    }
  }
}

// Lane i of the k-th result is lane k of the i-th argument. One k per call.
@inline
function lanePairs(a: v128, b: v128, high: bool): v128 {
  return high ? i32x4.shuffle(a, b, 2, 6, 3, 7) : i32x4.shuffle(a, b, 0, 4, 1, 5);
}

function gatherRows(plane: usize, width: u32, row: u32, work: usize, order: usize): void {
  const pitch = <usize>width << 2;
  const base = plane + <usize>row * pitch;
  for (let x: u32 = 0; x < width; x += 4) {
    const from = base + (<usize>x << 2);
    const a = v128.load(from), b = v128.load(from + pitch), c = v128.load(from + 2 * pitch), d = v128.load(from + 3 * pitch);
    const abLow = lanePairs(a, b, false), abHigh = lanePairs(a, b, true), cdLow = lanePairs(c, d, false), cdHigh = lanePairs(c, d, true);
    const at = order + (<usize>x << 2);
    v128.store(work + <usize>load<u32>(at), i64x2.shuffle(abLow, cdLow, 0, 2));
    v128.store(work + <usize>load<u32>(at, 4), i64x2.shuffle(abLow, cdLow, 1, 3));
    v128.store(work + <usize>load<u32>(at, 8), i64x2.shuffle(abHigh, cdHigh, 0, 2));
    v128.store(work + <usize>load<u32>(at, 12), i64x2.shuffle(abHigh, cdHigh, 1, 3));
  }
}

function scatterRows(plane: usize, width: u32, row: u32, work: usize): void {
  const pitch = <usize>width << 2;
  const base = plane + <usize>row * pitch;
  for (let x: u32 = 0; x < width; x += 4) {
    const to = base + (<usize>x << 2);
    const from = work + (<usize>x << 4);
    const a = v128.load(from), b = v128.load(from, 16), c = v128.load(from, 32), d = v128.load(from, 48);
    const abLow = lanePairs(a, b, false), abHigh = lanePairs(a, b, true), cdLow = lanePairs(c, d, false), cdHigh = lanePairs(c, d, true);
    v128.store(to, i64x2.shuffle(abLow, cdLow, 0, 2));
    v128.store(to + pitch, i64x2.shuffle(abLow, cdLow, 1, 3));
    v128.store(to + 2 * pitch, i64x2.shuffle(abHigh, cdHigh, 0, 2));
    v128.store(to + 3 * pitch, i64x2.shuffle(abHigh, cdHigh, 1, 3));
  }
}

/** sign −1 forwards, +1 backwards. */
export function fourier(real: usize, imaginary: usize, width: u32, height: u32, work: usize, twiddles: usize, side: u32, sign: f32): void {
  const second = work + (<usize>width << 4);
  const order = work + (<usize>side << 5);
  fillOrder(order, width);
  for (let row: u32 = 0; row < height; row += 4) {
    gatherRows(real, width, row, work, order);
    gatherRows(imaginary, width, row, second, order);
    transformLanes(work, width, twiddles, side, sign);
    scatterRows(real, width, row, work);
    scatterRows(imaginary, width, row, second);
  }
  fillOrder(order, height);
  transformColumns(real, imaginary, width, height, work, order, twiddles, side, sign);
}

/**
 * real ← |spectrum|², flattened: each line relative to its neighborhood (9×9 bins) and at most
 * `limit` times as strong, so that one loud texture cannot drown a faint comb of lines. imaginary ←
 * 0. `work` has one plane and one row.
 */
export function flattenedPower(real: usize, imaginary: usize, width: u32, height: u32, work: usize, limit: f32): void {
  const bytes = (<usize>width * <usize>height) << 2;
  for (let i: usize = 0; i < bytes; i += 16) {
    const a = v128.load(real + i);
    const b = v128.load(imaginary + i);
    const power = f32x4.add(f32x4.mul(a, a), f32x4.mul(b, b));
    v128.store(real + i, power);
    v128.store(work + i, power);
    v128.store(imaginary + i, f32x4.splat(0));
  }
  boxSums(work, width, height, 3, work + bytes);
  const offset = ((<usize>width << 2) + 4) << 2;
  const scale = f32x4.splat(0.00390625);
  for (let i: usize = 0; i < bytes; i += 16) {
    // Bins near the edges (the highest and lowest frequencies) use the neighborhood of an inner
    // bin.
    const at = i < offset ? i : i - offset;
    const mean = f32x4.add(f32x4.mul(v128.load(work + at), scale), f32x4.splat(1e-6));
    const relative = f32x4.min(f32x4.div(v128.load(real + i), mean), f32x4.splat(limit));
    v128.store(real + i, f32x4.mul(relative, f32x4.sqrt(mean)));
  }
}

/**
 * target ← each value minus the mean of a ring of eight at about three cells. All indices wrap at
 * `side`², a power of two.
 */
export function peaksAboveRing(source: usize, target: usize, side: u32): void {
  const cells = side * side;
  for (let i: u32 = 0; i < cells; i += 4) {
    let ring = f32x4.add(wrapped(source, cells, i - 3), wrapped(source, cells, i + 3));
    ring = f32x4.add(ring, f32x4.add(wrapped(source, cells, i - 3 * side), wrapped(source, cells, i + 3 * side)));
    ring = f32x4.add(ring, f32x4.add(wrapped(source, cells, i - 2 - 2 * side), wrapped(source, cells, i + 2 - 2 * side)));
    ring = f32x4.add(ring, f32x4.add(wrapped(source, cells, i - 2 + 2 * side), wrapped(source, cells, i + 2 + 2 * side)));
    const at = <usize>i << 2;
    v128.store(target + at, f32x4.sub(v128.load(source + at), f32x4.mul(ring, f32x4.splat(0.125))));
  }
}

// Four values from an index on. Up to three past the end are whatever follows, at the far edge of
// the lags, which the search ignores.
@inline
function wrapped(source: usize, cells: u32, index: u32): v128 {
  return v128.load(source + (<usize>(index & (cells - 1)) << 2));
}
