// Sounds: a change of the sample rate; the powers of overlapping frames, four at once in the lanes
// of a vector and four more as imaginary parts; and the modified cosine transform of four frames of
// two channels, forwards and back.
import { fillOrder, transformLanes } from './fourier';

/**
 * target ← `count` values of a sound at another rate: each is a sum over `width` (a multiple of 4)
 * samples, weighted by the taps of its phase. The phase advances by `step` of `phases` per value.
 */
export function resampleSound(sound: usize, taps: usize, width: u32, phases: u32, step: u32, target: usize, count: u32): void {
  const bytes = <usize>width << 2;
  let phase: u32 = 0;
  let start = sound;
  for (let i: u32 = 0; i < count; i++) {
    const row = taps + <usize>phase * bytes;
    let sum = f32x4.splat(0);
    for (let at: usize = 0; at < bytes; at += 16) sum = f32x4.add(sum, f32x4.mul(v128.load(start + at), v128.load(row + at)));
    const value = f32x4.extract_lane(sum, 0) + f32x4.extract_lane(sum, 1) + f32x4.extract_lane(sum, 2) + f32x4.extract_lane(sum, 3);
    store<f32>(target + (<usize>i << 2), value);
    phase += step;
    start += <usize>(phase / phases) << 2;
    phase %= phases;
  }
}

const SIDE: u32 = 1024;

// Four frames of two channels, `hop` samples apart, windowed and turned by half a bin, as spectra
// in `work`.
function transformFrames(left: usize, right: usize, hop: u32, turns: usize, twiddles: usize, work: usize): void {
  const imaginary = work + (<usize>SIDE << 4);
  const order = work + (<usize>SIDE << 5);
  fillOrder(order, SIDE);
  const distance = <usize>hop << 2;
  for (let n: usize = 0; n < <usize>SIDE << 2; n += 4) {
    const a = gather(left + n, distance), b = gather(right + n, distance);
    const c = v128.load32_splat(turns + n), s = v128.load32_splat(turns + n + (<usize>SIDE << 2));
    const to = <usize>load<u32>(order + n);
    v128.store(work + to, f32x4.sub(f32x4.mul(a, c), f32x4.mul(b, s)));
    v128.store(imaginary + to, f32x4.add(f32x4.mul(a, s), f32x4.mul(b, c)));
  }
  transformLanes(work, SIDE, twiddles, SIDE, -1);
}

/**
 * Adds to `powers` (512 vectors, one lane per frame) the power of two channels in four frames of
 * 1,024 samples, `hop` apart, at odd frequencies. `turns`: the window times cosines, then times
 * sines, of half a bin. `twiddles`: as for `fourier`, side 1024. `work`: 36 bytes × 1024.
 */
export function addFramePowers(left: usize, right: usize, hop: u32, turns: usize, twiddles: usize, work: usize, powers: usize): void {
  transformFrames(left, right, hop, turns, twiddles, work);
  const imaginary = work + (<usize>SIDE << 4);
  // The two channels are real and imaginary part, so a bin and its mirror contain the power of
  // both.
  const half = f32x4.splat(0.5);
  const last = (<usize>SIDE - 1) << 4;
  for (let k: usize = 0; k < <usize>SIDE << 3; k += 16) {
    const power = f32x4.add(squares(work + k, imaginary + k), squares(work + last - k, imaginary + last - k));
    v128.store(powers + k, f32x4.add(v128.load(powers + k), f32x4.mul(power, half)));
  }
}

/**
 * powers ← eight rows of 512: the power of a frame of 1,024 samples each, `hop` apart, without the
 * constant part. Four frames are the real parts in the lanes, four the imaginary ones. `window`:
 * 1,024 weights. `twiddles`, `work`: as above.
 */
export function framePowers(sound: usize, hop: u32, window: usize, twiddles: usize, work: usize, powers: usize): void {
  const imaginary = work + (<usize>SIDE << 4);
  const order = work + (<usize>SIDE << 5);
  fillOrder(order, SIDE);
  const distance = <usize>hop << 2;
  for (let n: usize = 0; n < <usize>SIDE << 2; n += 4) {
    const weight = v128.load32_splat(window + n);
    const to = <usize>load<u32>(order + n);
    v128.store(work + to, f32x4.mul(gather(sound + n, distance), weight));
    v128.store(imaginary + to, f32x4.mul(gather(sound + 4 * distance + n, distance), weight));
  }
  transformLanes(work, SIDE, twiddles, SIDE, -1);
  const quarter = f32x4.splat(0.25);
  for (let k: usize = 1; k < <usize>SIDE >> 1; k++) {
    const at = k << 4, mirror = (<usize>SIDE - k) << 4;
    const r1 = v128.load(work + at), i1 = v128.load(imaginary + at);
    const r2 = v128.load(work + mirror), i2 = v128.load(imaginary + mirror);
    // The spectra of two real signals from the spectrum of one plus i times the other.
    const sum = f32x4.add(r1, r2), gap = f32x4.sub(i1, i2), otherSum = f32x4.add(i1, i2), otherGap = f32x4.sub(r2, r1);
    const to = powers + (k << 2);
    storeRows(to, f32x4.mul(quarter, f32x4.add(f32x4.mul(sum, sum), f32x4.mul(gap, gap))));
    storeRows(to + (<usize>SIDE << 3), f32x4.mul(quarter, f32x4.add(f32x4.mul(otherSum, otherSum), f32x4.mul(otherGap, otherGap))));
  }
}

@inline
function storeRows(at: usize, v: v128): void {
  const row = <usize>SIDE << 1;
  v128.store_lane<f32>(at, v, 0);
  v128.store_lane<f32>(at + row, v, 1);
  v128.store_lane<f32>(at + 2 * row, v, 2);
  v128.store_lane<f32>(at + 3 * row, v, 3);
}

/**
 * Cosine coefficients of four frames, half overlapping: 512 vectors per channel, one lane per
 * frame. `turns`, `twiddles`, `work`: as above. `posts`: cosines, then sines, of the turn of each
 * of the 512 bins, scaled.
 */
export function analyseFrames(left: usize, right: usize, turns: usize, posts: usize, twiddles: usize, work: usize, ofLeft: usize, ofRight: usize): void {
  transformFrames(left, right, SIDE >> 1, turns, twiddles, work);
  const imaginary = work + (<usize>SIDE << 4);
  const last = (<usize>SIDE - 1) << 4;
  for (let k: usize = 0; k < <usize>SIDE << 3; k += 16) {
    const c = v128.load32_splat(posts + (k >> 2)), s = v128.load32_splat(posts + (k >> 2) + (<usize>SIDE << 1));
    const r = v128.load(work + k), i = v128.load(imaginary + k);
    const rm = v128.load(work + last - k), im = v128.load(imaginary + last - k);
    v128.store(ofLeft + k, f32x4.sub(f32x4.mul(f32x4.add(r, rm), c), f32x4.mul(f32x4.sub(i, im), s)));
    v128.store(ofRight + k, f32x4.sub(f32x4.mul(f32x4.add(i, im), c), f32x4.mul(f32x4.sub(rm, r), s)));
  }
}

/** The inverse, added to both channels. */
export function addFrames(ofLeft: usize, ofRight: usize, turns: usize, posts: usize, twiddles: usize, work: usize, left: usize, right: usize): void {
  const imaginary = work + (<usize>SIDE << 4);
  const order = work + (<usize>SIDE << 5);
  fillOrder(order, SIDE);
  for (let k: usize = 0; k < <usize>SIDE << 3; k += 16) {
    const c = v128.load32_splat(posts + (k >> 2)), s = v128.load32_splat(posts + (k >> 2) + (<usize>SIDE << 1));
    const a = v128.load(ofLeft + k), b = v128.load(ofRight + k);
    const ac = f32x4.mul(a, c), as_ = f32x4.mul(a, s), bc = f32x4.mul(b, c), bs = f32x4.mul(b, s);
    // (a + ib) turned forwards at k, backwards at its mirror.
    const to = <usize>load<u32>(order + (k >> 2)), mirror = <usize>load<u32>(order + (((<usize>SIDE - 1) << 2) - (k >> 2)));
    v128.store(work + to, f32x4.add(ac, bs));
    v128.store(imaginary + to, f32x4.sub(bc, as_));
    v128.store(work + mirror, f32x4.sub(ac, bs));
    v128.store(imaginary + mirror, f32x4.add(bc, as_));
  }
  transformLanes(work, SIDE, twiddles, SIDE, 1);
  for (let n: usize = 0; n < <usize>SIDE << 2; n += 4) {
    const c = v128.load32_splat(turns + n), s = v128.load32_splat(turns + n + (<usize>SIDE << 2));
    const r = v128.load(work + (n << 2)), i = v128.load(imaginary + (n << 2));
    scatter(left + n, f32x4.add(f32x4.mul(r, c), f32x4.mul(i, s)));
    scatter(right + n, f32x4.sub(f32x4.mul(i, c), f32x4.mul(r, s)));
  }
}

// Adds each lane half a frame after the one before.
@inline
function scatter(at: usize, v: v128): void {
  const half = <usize>SIDE << 1;
  store<f32>(at, load<f32>(at) + f32x4.extract_lane(v, 0));
  store<f32>(at + half, load<f32>(at + half) + f32x4.extract_lane(v, 1));
  store<f32>(at + 2 * half, load<f32>(at + 2 * half) + f32x4.extract_lane(v, 2));
  store<f32>(at + 3 * half, load<f32>(at + 3 * half) + f32x4.extract_lane(v, 3));
}

@inline
function squares(real: usize, imaginary: usize): v128 {
  const r = v128.load(real), i = v128.load(imaginary);
  return f32x4.add(f32x4.mul(r, r), f32x4.mul(i, i));
}

@inline
function gather(at: usize, distance: usize): v128 {
  let v = v128.load32_splat(at);
  v = v128.load_lane<f32>(at + distance, v, 1);
  v = v128.load_lane<f32>(at + 2 * distance, v, 2);
  return v128.load_lane<f32>(at + 3 * distance, v, 3);
}
