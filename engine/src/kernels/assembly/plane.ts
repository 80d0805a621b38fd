// Geometry and whitening of float luma planes for the blind search: affine resampling, halving,
// band-pass with local normalization, and folding a plane modulo one 128-pixel tile.

@inline
function clampIndex(value: i32, last: i32): i32 {
  return value < 0 ? 0 : value > last ? last : value;
}

// Catmull-Rom weights of the four neighbors at fraction t.
@inline
function cubicWeights(t: f32): v128 {
  const t2 = t * t, t3 = t2 * t;
  let w = f32x4.splat(-0.5 * t3 + t2 - 0.5 * t);
  w = f32x4.replace_lane(w, 1, 1.5 * t3 - 2.5 * t2 + 1);
  w = f32x4.replace_lane(w, 2, -1.5 * t3 + 2 * t2 + 0.5 * t);
  return f32x4.replace_lane(w, 3, 0.5 * t3 - 0.5 * t2);
}

/** target(x, y) ← source(xx·x + xy·y + x0, yx·x + yy·y + y0), bicubic, edges repeated. */
export function warp(source: usize, width: i32, height: i32, target: usize, targetWidth: i32, targetHeight: i32, xx: f32, xy: f32, x0: f32, yx: f32, yy: f32, y0: f32): void {
  for (let y = 0; y < targetHeight; y++) {
    for (let x = 0; x < targetWidth; x++) {
      const sx = xx * <f32>x + xy * <f32>y + x0;
      const sy = yx * <f32>x + yy * <f32>y + y0;
      const fx = floor<f32>(sx), fy = floor<f32>(sy);
      const ix = <i32>fx - 1, iy = <i32>fy - 1;
      const wx = cubicWeights(sx - fx);
      const wy = cubicWeights(sy - fy);
      let sum: v128;
      if (ix >= 0 && iy >= 0 && ix + 3 < width && iy + 3 < height) {
        const at = source + ((<usize>iy * <usize>width + <usize>ix) << 2);
        const pitch = <usize>width << 2;
        sum = f32x4.mul(v128.load(at), i32x4.shuffle(wy, wy, 0, 0, 0, 0));
        sum = f32x4.add(sum, f32x4.mul(v128.load(at + pitch), i32x4.shuffle(wy, wy, 1, 1, 1, 1)));
        sum = f32x4.add(sum, f32x4.mul(v128.load(at + 2 * pitch), i32x4.shuffle(wy, wy, 2, 2, 2, 2)));
        sum = f32x4.add(sum, f32x4.mul(v128.load(at + 3 * pitch), i32x4.shuffle(wy, wy, 3, 3, 3, 3)));
      } else {
        sum = f32x4.mul(edgeRow(source, width, height, ix, iy), i32x4.shuffle(wy, wy, 0, 0, 0, 0));
        sum = f32x4.add(sum, f32x4.mul(edgeRow(source, width, height, ix, iy + 1), i32x4.shuffle(wy, wy, 1, 1, 1, 1)));
        sum = f32x4.add(sum, f32x4.mul(edgeRow(source, width, height, ix, iy + 2), i32x4.shuffle(wy, wy, 2, 2, 2, 2)));
        sum = f32x4.add(sum, f32x4.mul(edgeRow(source, width, height, ix, iy + 3), i32x4.shuffle(wy, wy, 3, 3, 3, 3)));
      }
      sum = f32x4.mul(sum, wx);
      const value = f32x4.extract_lane(sum, 0) + f32x4.extract_lane(sum, 1) + f32x4.extract_lane(sum, 2) + f32x4.extract_lane(sum, 3);
      store<f32>(target + ((<usize>y * <usize>targetWidth + <usize>x) << 2), value);
    }
  }
}

function edgeRow(source: usize, width: i32, height: i32, x: i32, y: i32): v128 {
  const row = source + ((<usize>clampIndex(y, height - 1) * <usize>width) << 2);
  let v = f32x4.splat(load<f32>(row + (<usize>clampIndex(x, width - 1) << 2)));
  v = f32x4.replace_lane(v, 1, load<f32>(row + (<usize>clampIndex(x + 1, width - 1) << 2)));
  v = f32x4.replace_lane(v, 2, load<f32>(row + (<usize>clampIndex(x + 2, width - 1) << 2)));
  return f32x4.replace_lane(v, 3, load<f32>(row + (<usize>clampIndex(x + 3, width - 1) << 2)));
}

/** target ← 2×2 means of source. target has half the sides, rounded down. */
export function halve(source: usize, width: u32, height: u32, target: usize): void {
  const outWidth = width >> 1, outHeight = height >> 1;
  const pitch = <usize>width << 2;
  for (let y: u32 = 0; y < outHeight; y++) {
    let from = source + <usize>(y << 1) * pitch;
    const to = target + (<usize>(y * outWidth) << 2);
    for (let x: u32 = 0; x < outWidth; x++) {
      const sum = load<f32>(from) + load<f32>(from, 4) + load<f32>(from + pitch) + load<f32>(from + pitch, 4);
      store<f32>(to + (<usize>x << 2), sum * 0.25);
      from += 8;
    }
  }
}

/**
 * Adds plane(affine(x, y)), nearest pixel, into a 128×128 tile at (x mod 128, y mod 128). Points
 * outside are left out.
 */
export function foldTile(plane: usize, width: u32, height: u32, tile: usize, spanX: u32, spanY: u32, xx: f32, xy: f32, x0: f32, yx: f32, yy: f32, y0: f32): void {
  memory.fill(tile, 0, 65536);
  // Sixteen bits of fraction.
  const stepX = <i32>(xx * 65536), stepY = <i32>(yx * 65536);
  for (let y: u32 = 0; y < spanY; y++) {
    const row = tile + ((<usize>y & 127) << 9);
    let sx = <i32>((xy * <f32>y + x0 + 0.5) * 65536), sy = <i32>((yy * <f32>y + y0 + 0.5) * 65536);
    if (stepY == 0) {
      if (<u32>(sy >> 16) < height) foldRow(plane + (<usize>(<u32>(sy >> 16) * width) << 2), width, row, spanX, sx, stepX);
      continue;
    }
    for (let x: u32 = 0; x < spanX; x++) {
      const ix = <u32>(sx >> 16), iy = <u32>(sy >> 16);
      sx += stepX;
      sy += stepY;
      if (ix >= width || iy >= height) continue;
      const cell = row + ((<usize>x & 127) << 2);
      store<f32>(cell, load<f32>(cell) + load<f32>(plane + (<usize>(iy * width + ix) << 2)));
    }
  }
}

// The same for a row that runs along a row of the plane.
@inline
function foldRow(source: usize, width: u32, row: usize, span: u32, sx: i32, step: i32): void {
  for (let x: u32 = 0; x < span; x++) {
    const ix = <u32>(sx >> 16);
    sx += step;
    if (ix >= width) continue;
    const cell = row + ((<usize>x & 127) << 2);
    store<f32>(cell, load<f32>(cell) + load<f32>(source + (<usize>ix << 2)));
  }
}

// In place: every value of a row becomes the sum of itself and its follower at `distance` floats.
@inline
function addFollower(row: usize, count: usize, distance: usize): void {
  const shift = distance << 2;
  const end = row + ((count - distance) << 2);
  let at = row;
  for (; at + 16 <= end; at += 16) v128.store(at, f32x4.add(v128.load(at), v128.load(at + shift)));
  for (; at < end; at += 4) store<f32>(at, load<f32>(at) + load<f32>(at + shift));
}

/**
 * In place: sums over (2^levels + 1)² followers with half-weight ends, times 4: symmetric about the
 * sample at distance 2^(levels−1) each way. The last 2^levels rows and columns are not usable.
 * `line` has one row. The width is a multiple of 4.
 */
export function boxSums(plane: usize, width: usize, height: usize, levels: u32, line: usize): void {
  const pitch = width << 2;
  const span = <usize>1 << levels;
  memory.fill(line, 0, pitch);
  for (let y: usize = 0; y < height; y++) {
    const row = plane + y * pitch;
    for (let level: u32 = 0; level < levels; level++) addFollower(row, width, <usize>1 << level);
    addFollower(row, width, 1);
    if (y < span) for (let x: usize = 0; x < pitch; x += 16) v128.store(line + x, f32x4.add(v128.load(line + x), v128.load(row + x)));
  }
  // line has the sum of rows y … y + span − 1.
  for (let y: usize = 0; y + span < height; y++) {
    const row = plane + y * pitch;
    const ahead = row + span * pitch;
    for (let x: usize = 0; x < pitch; x += 16) {
      const sum = v128.load(line + x);
      const next = f32x4.add(f32x4.sub(sum, v128.load(row + x)), v128.load(ahead + x));
      v128.store(line + x, next);
      v128.store(row + x, f32x4.add(sum, next));
    }
  }
}

/**
 * target ← band-passed source divided by its local deviation and clipped. `work` has two planes and
 * one row. The width is a multiple of 4. A border of 16 pixels, where the sums are incomplete, is
 * zeroed.
 */
export function whiten(source: usize, width: u32, height: u32, target: usize, work: usize, floorDeviation: f32, limit: f32): void {
  const count = <usize>width * <usize>height;
  const w = <usize>width;
  const means = work, deviations = work + (count << 2);
  memory.copy(means, source, count << 2);
  const line = deviations + (count << 2);
  boxSums(means, w, height, 3, line);
  memory.fill(target, 0, count << 2);
  memory.fill(deviations, 0, count << 2);
  const pitch = w << 2;
  for (let y: u32 = 4; y + 5 < height; y++) {
    let at = <usize>y * pitch + 16;
    const end = <usize>y * pitch + pitch - 32;
    for (; at < end; at += 16) {
      const p = source + at;
      let s = f32x4.add(column(p - 4, pitch), column(p + 4, pitch));
      s = f32x4.add(s, f32x4.mul(column(p, pitch), f32x4.splat(2)));
      const mean = v128.load(means + at - 16 - 4 * pitch);
      const band = f32x4.sub(f32x4.mul(s, f32x4.splat(0.0625)), f32x4.mul(mean, f32x4.splat(0.00390625)));
      v128.store(target + at, band);
      v128.store(deviations + at, f32x4.abs(band));
    }
  }
  boxSums(deviations, w, height, 4, line);
  const lowest = f32x4.splat(floorDeviation);
  for (let y: u32 = 0; y < height; y++) {
    const row = <usize>y * pitch;
    if (y < 16 || y + 17 > height) {
      memory.fill(target + row, 0, pitch);
      continue;
    }
    memory.fill(target + row, 0, 64);
    let at = row + 64;
    for (; at < row + pitch - 80; at += 16) {
      const deviation = f32x4.add(f32x4.mul(v128.load(deviations + at - 32 - 8 * pitch), f32x4.splat(0.0009765625)), lowest);
      const value = f32x4.div(v128.load(target + at), deviation);
      v128.store(target + at, f32x4.max(f32x4.min(value, f32x4.splat(limit)), f32x4.splat(-limit)));
    }
    memory.fill(target + at, 0, row + pitch - at);
  }
}

@inline
function column(p: usize, pitch: usize): v128 {
  return f32x4.add(f32x4.add(v128.load(p - pitch), v128.load(p + pitch)), f32x4.mul(v128.load(p), f32x4.splat(2)));
}
