// Sounds: another sample rate; the power of four overlapping frames at once, one in each lane of a vector; and the modified
// cosine transform of four frames forwards and back. Two channels run together as real and imaginary part.
import { fillOrder, transformLanes } from './fourier';

/**
 * target ← `count` values of a sound at another rate: each a sum over `width` (a multiple of 4) samples weighed by the taps of
 * its phase; the phase moves on by `step` of `phases` a value.
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

// Four frames of two channels, `hop` samples apart, windowed and turned by half a bin, as spectra in `work`.
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
 * Adds to `powers` (512 vectors, one lane a frame) the power of two channels in four frames of 1,024 samples, `hop` apart, at odd frequencies.
 * `turns`: the window times cosines, then times sines, of half a bin. `twiddles`: as for `fourier`, side 1024. `work`: 36 bytes × 1024.
 */
export function addFramePowers(left: usize, right: usize, hop: u32, turns: usize, twiddles: usize, work: usize, powers: usize): void {
  transformFrames(left, right, hop, turns, twiddles, work);
  const imaginary = work + (<usize>SIDE << 4);
  // The two channels are real and imaginary part: a bin and its mirror hold the power of both.
  const half = f32x4.splat(0.5);
  const last = (<usize>SIDE - 1) << 4;
  for (let k: usize = 0; k < <usize>SIDE << 3; k += 16) {
    const power = f32x4.add(squares(work + k, imaginary + k), squares(work + last - k, imaginary + last - k));
    v128.store(powers + k, f32x4.add(v128.load(powers + k), f32x4.mul(power, half)));
  }
}

/**
 * Cosine coefficients of four frames, half overlapping: 512 vectors a channel, one lane a frame. `turns`, `twiddles`, `work`: as above.
 * `posts`: cosines, then sines, of the turn of each of the 512 bins, scaled.
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

/** The way back, added to both channels. */
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
