// How an ear hears a change, after the basic version of ITU-R BS.1387: frames of 43 ms at 48 kHz,
// the transfer of the outer and middle ear, 109 bands of a quarter Bark, spreading over bands and
// over time, and the noise-to-mask ratio of each frame.
import { resample } from '../../engine/src/watermarks/dct-audio/resample.ts';

const RATE = 48_000;
const FRAME = 2048;
const HOP = FRAME / 2;
const BINS = FRAME / 2 + 1;
const BAND_WIDTH = 0.25; // Bark
const [LOWEST, HIGHEST] = [80, 18_000]; // Hz
/** A sine of full scale plays at 92 dB. */
const FULL_SCALE_DECIBELS = 92;
/** Quieter frames are pauses. */
const LEAST_LEVEL = 1e-5;
const [SLOWEST_DECAY, FASTEST_DECAY] = [0.03, 0.008]; // seconds, at 100 Hz and at the highest frequencies
const LOWER_SLOPE = 27; // decibels per Bark
const ADDING = 0.4; // the exponent at which spread powers add up

const bark = (hertz: number) => 7 * Math.asinh(hertz / 650);
const hertzOf = (z: number) => 650 * Math.sinh(z / 7);
const power = (decibels: number) => 10 ** (decibels / 10);

const bandCount = Math.ceil((bark(HIGHEST) - bark(LOWEST)) / BAND_WIDTH);
const bands = Array.from({ length: bandCount }, (_, k) => {
  const low = bark(LOWEST) + k * BAND_WIDTH;
  const high = Math.min(low + BAND_WIDTH, bark(HIGHEST));
  const centre = hertzOf((low + high) / 2);
  const decay = FASTEST_DECAY + (100 / centre) * (SLOWEST_DECAY - FASTEST_DECAY);
  return {
    low: hertzOf(low),
    high: hertzOf(high),
    centre,
    internalNoise: power(1.456 * (centre / 1000) ** -0.8),
    kept: Math.exp(-HOP / RATE / decay),
    /** Decibels below the masking power at which noise is inaudible. */
    offset: Math.max(3, 0.25 * k * BAND_WIDTH),
  };
});
const window = Float64Array.from({ length: FRAME }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / (FRAME - 1)));
const calibration = (power(FULL_SCALE_DECIBELS / 2) * 4) / FRAME;
const transfer = Float64Array.from({ length: BINS }, (_, bin) => {
  const kilohertz = Math.max(bin, 0.5) * (RATE / FRAME / 1000);
  const decibels =
    -2.184 * kilohertz ** -0.8 + 6.5 * Math.exp(-0.6 * (kilohertz - 3.3) ** 2) - 0.001 * kilohertz ** 3.6;
  return 10 ** (decibels / 20);
});
/** Sums of the spread of a flat spectrum, so that spreading a flat spectrum leaves it flat. */
const flatSpread = spread(new Float64Array(bandCount).fill(1), new Float64Array(bandCount).fill(1));

export interface FrameRatio {
  /** Decibels of the change relative to the masking, for all bands together. */
  readonly mean: number;
  /** The same in the band where it is most audible. */
  readonly most: number;
}

/** One ratio for each frame that is not a pause. Both channels have the same rate and length. */
export function noiseToMask(before: Float32Array, after: Float32Array, rate: number): FrameRatio[] {
  const length = Math.floor((before.length * RATE) / rate);
  const [original, changed] = [before, after].map((channel) =>
    rate === RATE ? channel : resample(channel, rate, RATE, length),
  );
  const frames: FrameRatio[] = [];
  let excited = new Float64Array(bandCount);
  for (let start = 0; start + FRAME <= length; start += HOP) {
    const frame = original!.subarray(start, start + FRAME);
    const heard = spectrum(frame);
    const other = spectrum(changed!.subarray(start, start + FRAME));
    const masking = spread(withInternalNoise(inBands(heard.map((value) => value * value))), flatSpread);
    excited = excited.map((value, k) => bands[k]!.kept * value + (1 - bands[k]!.kept) * masking[k]!);
    if (!frame.some((value) => Math.abs(value) > LEAST_LEVEL)) continue;
    const noise = inBands(heard.map((value, bin) => (value - other[bin]!) ** 2));
    const ratios = noise.map((value, k) => value / (Math.max(excited[k]!, masking[k]!) / power(bands[k]!.offset)));
    const mean = ratios.reduce((sum, value) => sum + value, 0) / ratios.length;
    frames.push({ mean: 10 * Math.log10(mean + 1e-12), most: 10 * Math.log10(Math.max(...ratios) + 1e-12) });
  }
  return frames;
}

function withInternalNoise(powers: Float64Array): Float64Array {
  return powers.map((value, k) => value + bands[k]!.internalNoise);
}

// The share of a bin within a band counts for the band.
function inBands(powers: Float64Array): Float64Array {
  const width = RATE / FRAME;
  return Float64Array.from(bands, ({ low, high }) => {
    let sum = 0;
    for (let bin = Math.floor(low / width - 0.5); bin <= Math.ceil(high / width + 0.5) && bin < BINS; bin++) {
      const overlap = Math.min(high, (bin + 0.5) * width) - Math.max(low, (bin - 0.5) * width);
      if (bin >= 0 && overlap > 0) sum += (powers[bin]! * overlap) / width;
    }
    return Math.max(sum, 1e-12);
  });
}

// Louder bands spread further upwards.
function spread(powers: Float64Array, flat: Float64Array): Float64Array {
  const sums = new Float64Array(bandCount);
  for (let from = 0; from < bandCount; from++) {
    const upper = 24 + 230 / bands[from]!.centre - 0.2 * 10 * Math.log10(powers[from]!);
    const shares = Float64Array.from(bands, (_, k) =>
      power(k < from ? -LOWER_SLOPE * BAND_WIDTH * (from - k) : -upper * BAND_WIDTH * (k - from)),
    );
    const all = shares.reduce((sum, share) => sum + share, 0);
    for (let k = 0; k < bandCount; k++) sums[k]! += ((powers[from]! * shares[k]!) / all) ** ADDING;
  }
  return sums.map((sum, k) => sum ** (1 / ADDING) / flat[k]!);
}

/** Magnitudes as they reach the inner ear. */
function spectrum(frame: Float32Array): Float64Array {
  const real = Float64Array.from(frame, (value, i) => value * window[i]! * calibration);
  const imaginary = new Float64Array(FRAME);
  transform(real, imaginary);
  return transfer.map((gain, bin) => gain * Math.hypot(real[bin]!, imaginary[bin]!));
}

// Fourier, radix 2, in place.
function transform(real: Float64Array, imaginary: Float64Array): void {
  for (let i = 1, j = 0; i < FRAME; i++) {
    let bit = FRAME >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j |= bit;
    if (i < j) [real[i], real[j]] = [real[j]!, real[i]!];
  }
  for (let size = 2; size <= FRAME; size *= 2) {
    for (let k = 0; k < size / 2; k++) {
      const [cosine, sine] = [Math.cos((2 * Math.PI * k) / size), -Math.sin((2 * Math.PI * k) / size)];
      for (let at = k; at < FRAME; at += size) {
        const other = at + size / 2;
        const x = real[other]! * cosine - imaginary[other]! * sine;
        const y = real[other]! * sine + imaginary[other]! * cosine;
        [real[other], imaginary[other]] = [real[at]! - x, imaginary[at]! - y];
        real[at]! += x;
        imaginary[at]! += y;
      }
    }
  }
}
