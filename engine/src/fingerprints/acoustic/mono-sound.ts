// The sound to fingerprint: all channels mixed into one, at 8 kHz from any rate, so that a
// recording and its telephone copy give the same picture. High rates are halved first by a short
// filter. What it lets through is almost completely beyond the bins that matter. Then a windowed
// sinc, with its phase rounded to 1/128 of a sample.

export const SOUND_RATE = 8000;
const PHASES = 128;
const LOBES = 5; // of the sinc on each side, at the lower of both rates
const PASSED = 0.92; // of the lower Nyquist frequency

export function mixDown(channels: readonly Float32Array[], sampleRate: number): Float32Array {
  let mono = channels.length === 1 ? channels[0]! : mixChannels(channels);
  let rate = sampleRate;
  for (; rate >= 4 * SOUND_RATE; rate /= 2) mono = halve(mono);
  return rate === SOUND_RATE ? mono : resample(mono, rate / SOUND_RATE);
}

// Half-band filter of seven taps.
function halve(signal: Float32Array): Float32Array {
  const result = new Float32Array(signal.length >> 1);
  for (let i = 2; i + 2 < result.length; i++) {
    const at = 2 * i;
    const near = signal[at - 1]! + signal[at + 1]!;
    const far = signal[at - 3]! + signal[at + 3]!;
    result[i] = (16 * signal[at]! + 9 * near - far) / 32;
  }
  return result;
}

function mixChannels([first, ...others]: readonly Float32Array[]): Float32Array {
  const mono = first?.slice() ?? new Float32Array(0);
  const share = 1 / (others.length + 1);
  for (const [place, channel] of others.entries()) {
    const factor = place === others.length - 1 ? share : 1;
    for (let i = 0; i < mono.length; i++) mono[i] = factor * (mono[i]! + channel[i]!);
  }
  return mono;
}

/** step: samples of the signal for each sample of the result. */
function resample(signal: Float32Array, step: number): Float32Array {
  const cutoff = PASSED * Math.min(1, 1 / step);
  const reach = Math.ceil(LOBES / cutoff);
  const width = 2 * reach;
  const taps = tapsOf(cutoff, reach);
  const result = new Float32Array(Math.floor(signal.length / step));
  for (let i = 0; i < result.length; i++) {
    const place = Math.round(i * step * PHASES);
    const start = Math.floor(place / PHASES) + 1 - reach;
    const row = (place % PHASES) * width;
    const low = Math.max(0, -start);
    const high = Math.min(width, signal.length - start);
    let sum = 0;
    for (let k = low; k < high; k++) sum += signal[start + k]! * taps[row + k]!;
    result[i] = sum;
  }
  return result;
}

function tapsOf(cutoff: number, reach: number): Float32Array {
  const taps = new Float32Array(PHASES * 2 * reach);
  for (let phase = 0, at = 0; phase < PHASES; phase++) {
    for (let k = 1 - reach; k <= reach; k++, at++) {
      const distance = k - phase / PHASES;
      const window = Math.cos((Math.PI * distance) / (2 * reach)) ** 2;
      const angle = Math.PI * cutoff * distance;
      taps[at] = window * cutoff * (Math.abs(angle) < 1e-9 ? 1 : Math.sin(angle) / angle);
    }
  }
  return taps;
}
