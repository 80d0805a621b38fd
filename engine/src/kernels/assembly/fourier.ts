// Two-dimensional Fourier transform of planar complex floats, sides powers of two up to 1024, unscaled.
// Four rows (or columns) run side by side in the lanes of a vector, so one scalar algorithm serves both passes.
// The caller gives `work` (32 bytes × longest side) and `twiddles` (cosines then sines of the longest side, half a turn).

function reverseBits(value: u32, bits: u32): u32 {
  let reversed: u32 = 0;
  for (let bit: u32 = 0; bit < bits; bit++) {
    reversed = (reversed << 1) | (value & 1);
    value >>= 1;
  }
  return reversed;
}

// In place over n vectors of real parts followed by n vectors of imaginary parts, input in bit-reversed order.
function transformLanes(work: usize, n: u32, twiddles: usize, twiddleSide: u32, sign: f32): void {
  const imaginary = work + (<usize>n << 4);
  for (let half: u32 = 1; half < n; half <<= 1) {
    const step = twiddleSide / (half << 1);
    for (let k: u32 = 0; k < half; k++) {
      const angle = twiddles + (<usize>(k * step) << 2);
      const cosine = f32x4.splat(load<f32>(angle));
      const sine = f32x4.splat(load<f32>(angle + (<usize>twiddleSide << 1)) * sign);
      for (let start: u32 = k; start < n; start += half << 1) {
        const a = <usize>start << 4;
        const b = <usize>(start + half) << 4;
        const bReal = v128.load(work + b);
        const bImaginary = v128.load(imaginary + b);
        const real = f32x4.sub(f32x4.mul(bReal, cosine), f32x4.mul(bImaginary, sine));
        const imag = f32x4.add(f32x4.mul(bReal, sine), f32x4.mul(bImaginary, cosine));
        const aReal = v128.load(work + a);
        const aImaginary = v128.load(imaginary + a);
        v128.store(work + a, f32x4.add(aReal, real));
        v128.store(imaginary + a, f32x4.add(aImaginary, imag));
        v128.store(work + b, f32x4.sub(aReal, real));
        v128.store(imaginary + b, f32x4.sub(aImaginary, imag));
      }
    }
  }
}

function transformColumns(plane: usize, other: usize, width: u32, height: u32, work: usize, twiddles: usize, side: u32, sign: f32): void {
  const bits = 31 - clz(height);
  const imaginary = work + (<usize>height << 4);
  for (let column: u32 = 0; column < width; column += 4) {
    for (let y: u32 = 0; y < height; y++) {
      const from = <usize>(y * width + column) << 2;
      const to = <usize>reverseBits(y, bits) << 4;
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

function gatherRows(plane: usize, width: u32, row: u32, work: usize): void {
  const bits = 31 - clz(width);
  const pitch = <usize>width << 2;
  const base = plane + <usize>row * pitch;
  for (let x: u32 = 0; x < width; x++) {
    const from = base + (<usize>x << 2);
    const to = work + (<usize>reverseBits(x, bits) << 4);
    store<f32>(to, load<f32>(from));
    store<f32>(to, load<f32>(from + pitch), 4);
    store<f32>(to, load<f32>(from + 2 * pitch), 8);
    store<f32>(to, load<f32>(from + 3 * pitch), 12);
  }
}

function scatterRows(plane: usize, width: u32, row: u32, work: usize): void {
  const pitch = <usize>width << 2;
  const base = plane + <usize>row * pitch;
  for (let x: u32 = 0; x < width; x++) {
    const to = base + (<usize>x << 2);
    const from = work + (<usize>x << 4);
    store<f32>(to, load<f32>(from));
    store<f32>(to + pitch, load<f32>(from, 4));
    store<f32>(to + 2 * pitch, load<f32>(from, 8));
    store<f32>(to + 3 * pitch, load<f32>(from, 12));
  }
}

/** sign −1 forwards, +1 backwards. */
export function fourier(real: usize, imaginary: usize, width: u32, height: u32, work: usize, twiddles: usize, side: u32, sign: f32): void {
  const second = work + (<usize>width << 4);
  for (let row: u32 = 0; row < height; row += 4) {
    gatherRows(real, width, row, work);
    gatherRows(imaginary, width, row, second);
    transformLanes(work, width, twiddles, side, sign);
    scatterRows(real, width, row, work);
    scatterRows(imaginary, width, row, second);
  }
  transformColumns(real, imaginary, width, height, work, twiddles, side, sign);
}

/** power ← |spectrum|² in the real plane, zero in the imaginary one. */
export function powerSpectrum(real: usize, imaginary: usize, count: u32): void {
  for (let i: usize = 0; i < <usize>count << 2; i += 16) {
    const a = v128.load(real + i);
    const b = v128.load(imaginary + i);
    v128.store(real + i, f32x4.add(f32x4.mul(a, a), f32x4.mul(b, b)));
    v128.store(imaginary + i, f32x4.splat(0));
  }
}
