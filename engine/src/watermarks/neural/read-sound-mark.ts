// The neural mark of a sound: searched in ten seconds of its beginning, its middle and its end,
// then in the loudest of these at other speeds. Each reading costs a run of the decoder and its
// share of the chance of a false accept.
import { resample } from '../dct-audio/resample.ts';
import { isSure, readShifts, soundWording } from './code-word.ts';
import type { SoundNetworks } from './networks.ts';
import { CELL, MODEL_RATE, PERIOD } from './sound-cells.ts';

const PART_SECONDS = 10.24;
// Between two of them, a sound is off by at most half a percent, which the decoder tolerates.
const SPEEDS = [1.05, 0.95, 1.04, 0.96, 1.03, 0.97, 1.02, 0.98, 1.01, 0.99, 1.06, 0.94];
// Rates are rounded to it, so that resampling has few phases.
const RATE_STEP = 20;

/** 16 lowercase hex digits, or nothing. */
export async function readSoundMark(
  networks: SoundNetworks,
  channels: readonly Float32Array[],
  sampleRate: number,
): Promise<string | null> {
  await networks.ready('decoder');
  const parts = partsOf(mixOf(channels), sampleRate);
  for (const part of parts) {
    const id = await readSamples(networks, atSpeed(part, sampleRate, 1));
    if (id !== null) return id;
  }
  const loudest = parts.reduce((best, part) => (energyOf(part) > energyOf(best) ? part : best));
  // With the three above, fewer than 16 readings of 32 shifts. The wording allows 512 words.
  for (const speed of SPEEDS) {
    const id = await readSamples(networks, atSpeed(loudest, sampleRate, speed));
    if (id !== null) return id;
  }
  return null;
}

/** samples: at the networks' rate. The remainder after the last whole cell is ignored. */
export async function readSamples(networks: SoundNetworks, samples: Float32Array): Promise<string | null> {
  const cells = Math.floor(samples.length / CELL);
  if (cells < PERIOD) return null;
  const reading = readShifts(await networks.decode(samples.slice(0, cells * CELL)), soundWording);
  return isSure(reading, soundWording) ? reading.id : null;
}

function partsOf(mix: Float32Array, sampleRate: number): Float32Array[] {
  const size = Math.round(PART_SECONDS * sampleRate);
  if (mix.length <= size) return [mix];
  const last = mix.length - size;
  const starts = last < size ? [0, last] : [0, last >> 1, last];
  return starts.map((start) => mix.subarray(start, start + size));
}

/** The part as it was before the sound was sped up by this factor. */
function atSpeed(part: Float32Array, sampleRate: number, speed: number): Float32Array {
  const rate = speed === 1 ? sampleRate : Math.round(sampleRate / speed / RATE_STEP) * RATE_STEP;
  return resample(part, rate, MODEL_RATE, Math.floor((part.length * MODEL_RATE) / rate));
}

function mixOf(channels: readonly Float32Array[]): Float32Array {
  const mix = new Float32Array(channels[0]?.length ?? 0);
  for (const channel of channels) for (let i = 0; i < mix.length; i++) mix[i]! += channel[i]! / channels.length;
  return mix;
}

function energyOf(samples: Float32Array): number {
  return samples.reduce((sum, value) => sum + value * value, 0);
}
