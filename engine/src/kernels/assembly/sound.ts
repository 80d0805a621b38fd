// Sounds: another sample rate, and the power of four overlapping frames at once, one in each lane of a vector.
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

/**
 * Adds to `powers` (512 vectors, one lane a frame) the power of two channels in four frames of 1,024 samples, `hop` apart, at odd frequencies.
 * `turns`: the window times cosines, then times sines, of half a bin. `twiddles`: as for `fourier`, side 1024. `work`: 36 bytes × 1024.
 */
export function addFramePowers(left: usize, right: usize, hop: u32, turns: usize, twiddles: usize, work: usize, powers: usize): void {
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
  // The two channels are real and imaginary part: a bin and its mirror hold the power of both.
  const half = f32x4.splat(0.5);
  const last = (<usize>SIDE - 1) << 4;
  for (let k: usize = 0; k < <usize>SIDE << 3; k += 16) {
    const power = f32x4.add(squares(work + k, imaginary + k), squares(work + last - k, imaginary + last - k));
    v128.store(powers + k, f32x4.add(v128.load(powers + k), f32x4.mul(power, half)));
  }
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
