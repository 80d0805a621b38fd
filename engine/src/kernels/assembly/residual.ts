// The residual of the neural mark, 256 × 256 floats, enlarged to the picture and added to its JPEG
// blocks.

const SIDE: u32 = 256;

// Natural position (row = vertical frequency) of each zigzag place (T.81 figure A.6).
const naturalOrder: usize = memory.data<u8>([
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28, 35, 42, 49, 56,
  57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
]);
// Working memory for one block.
const middle: usize = memory.data(256, 16);
const frequencies: usize = memory.data(256, 16);

/**
 * target ← `rows` rows of the residual enlarged to width × height, from row `top`, bilinear, pixel
 * centers on pixel centers, edges repeated. Each row has `stride` floats. Beyond the width, the
 * last value is repeated. `lines`: 2 × stride floats of working memory, for the two rows of the
 * residual around a row of the picture, already at full width. About twelve rows share them.
 */
export function enlarge(residual: usize, width: u32, height: u32, top: u32, rows: u32, target: usize, stride: u32, lines: usize): void {
  const stepY = <f32>SIDE / <f32>height;
  const pitch = <usize>stride << 2;
  const inFours = pitch & ~15;
  let upper = lines, lower = lines + pitch;
  let held: u32 = SIDE;
  for (let y: u32 = 0; y < rows; y++) {
    const sy = clamped((<f32>(top + y) + 0.5) * stepY - 0.5);
    const row = min<u32>(<u32>sy, SIDE - 2);
    if (row != held) {
      if (row == held + 1) {
        const free = upper;
        upper = lower;
        lower = free;
      } else widen(residual + (<usize>row << 10), width, stride, upper);
      widen(residual + (<usize>(row + 1) << 10), width, stride, lower);
      held = row;
    }
    const part = sy - <f32>row;
    const weight = f32x4.splat(part);
    const to = target + <usize>y * pitch;
    for (let x: usize = 0; x < inFours; x += 16) {
      const above = v128.load(upper + x);
      v128.store(to + x, f32x4.add(above, f32x4.mul(weight, f32x4.sub(v128.load(lower + x), above))));
    }
    for (let x = inFours; x < pitch; x += 4) {
      const above = load<f32>(upper + x);
      store<f32>(to + x, above + part * (load<f32>(lower + x) - above));
    }
  }
}

// to ← one row of the residual at the picture's width.
@inline
function widen(row: usize, width: u32, stride: u32, to: usize): void {
  const stepX = <f32>SIDE / <f32>width;
  for (let x: u32 = 0; x < stride; x++) {
    const sx = clamped((<f32>x + 0.5) * stepX - 0.5);
    const left = min<u32>(<u32>sx, SIDE - 2);
    const at = row + (<usize>left << 2);
    const value = load<f32>(at);
    store<f32>(to + (<usize>x << 2), value + (sx - <f32>left) * (load<f32>(at, 4) - value));
  }
}

@inline
function clamped(place: f32): f32 {
  return min<f32>(max<f32>(place, 0), <f32>(SIDE - 1));
}

/**
 * Adds one row of blocks of a luma change to quantized coefficients, rounded to the nearest whole
 * step. strip: 8 rows of `stride` floats. plane: blocks of 64 shorts in zigzag order. scales: gain
 * / step, zigzag. With write = false, nothing is added. Returns the sum of the squared changes, in
 * steps weighted by `weights` (step², zigzag). cosines: as in blocks.ts. transposed: the same, row
 * = sample.
 */
export function addResidual(strip: usize, stride: u32, columns: u32, plane: usize, scales: usize, weights: usize, cosines: usize, transposed: usize, largest: i32, write: bool): f32 {
  const pitch = <usize>stride << 2;
  let energy: f32 = 0;
  for (let column: u32 = 0; column < columns; column++) {
    transform(strip + (<usize>column << 5), pitch, cosines, transposed);
    const block = plane + (<usize>column << 7);
    for (let k: usize = 0; k < 64; k++) {
      const change = nearest<f32>(load<f32>(frequencies + (<usize>load<u8>(naturalOrder + k) << 2)) * load<f32>(scales + (k << 2)));
      if (change == 0) continue;
      energy += change * change * load<f32>(weights + (k << 2));
      if (!write) continue;
      const value = <i32>load<i16>(block + (k << 1)) + <i32>change;
      store<i16>(block + (k << 1), <i16>(value > largest ? largest : value < -largest ? -largest : value));
    }
  }
  return energy;
}

// frequencies ← the orthonormal 8×8 DCT of the pixels.
@inline
function transform(pixels: usize, pitch: usize, cosines: usize, transposed: usize): void {
  for (let v: usize = 0; v < 256; v += 32) {
    let left = f32x4.splat(0), right = left;
    for (let y: usize = 0, at = pixels; y < 32; y += 4, at += pitch) {
      const weight = v128.load32_splat(cosines + v + y);
      left = f32x4.add(left, f32x4.mul(weight, v128.load(at)));
      right = f32x4.add(right, f32x4.mul(weight, v128.load(at, 16)));
    }
    v128.store(middle + v, left);
    v128.store(middle + v, right, 16);
  }
  for (let v: usize = 0; v < 256; v += 32) {
    let left = f32x4.splat(0), right = left;
    for (let x: usize = 0; x < 8; x++) {
      const value = v128.load32_splat(middle + v + (x << 2));
      const row = transposed + (x << 5);
      left = f32x4.add(left, f32x4.mul(value, v128.load(row)));
      right = f32x4.add(right, f32x4.mul(value, v128.load(row, 16)));
    }
    v128.store(frequencies + v, left);
    v128.store(frequencies + v, right, 16);
  }
}
