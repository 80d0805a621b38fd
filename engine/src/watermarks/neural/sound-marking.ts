// The change of samples that carries the neural mark of a sound: computed at 16 kHz for each
// channel separately, so that it follows what is loud in that channel, then converted to the
// sound's own rate. The message repeats every 2.048 seconds from the first sample on. Silence stays
// silence.
import { resample } from '../dct-audio/resample.ts';
import { codeWord, soundWording } from './code-word.ts';
import type { SoundNetworks } from './networks.ts';
import { readSamples } from './read-sound-mark.ts';
import { CELL, MODEL_RATE, PERIOD } from './sound-cells.ts';
import { hideUnder } from './sound-masking.ts';

/** Less than two periods and some margin are not worth a mark. */
const LEAST_SECONDS = 5;
// Length of the stretches that the encoder sees at once, and of the overlap in which one fades into
// the next.
const STRETCH = 4 * PERIOD;
const SHARED = PERIOD;
// How much of the beginning is read back.
const TRIED_SAMPLES = 5 * PERIOD * CELL;

/** The marked channels. Null if the mark could not be read back, or the sound is too short. */
export async function markSound(
  networks: SoundNetworks,
  channels: readonly Float32Array[],
  sampleRate: number,
  id: string,
): Promise<Float32Array[] | null> {
  const length = channels[0]?.length ?? 0;
  if (length < LEAST_SECONDS * sampleRate) return null;
  await networks.ready('encoder');
  const bits = Float32Array.from(codeWord(id, soundWording));
  const common = Math.ceil((length * MODEL_RATE) / sampleRate);
  const mix = new Float32Array(Math.min(common, TRIED_SAMPLES));
  const marked: Float32Array[] = [];
  for (const channel of channels) {
    const sound = resample(channel, sampleRate, MODEL_RATE, common);
    const change = hideUnder(sound, await changeOf(networks, sound, bits));
    for (let i = 0; i < mix.length; i++) mix[i]! += (sound[i]! + change[i]!) / channels.length;
    marked.push(add(channel, resample(change, MODEL_RATE, sampleRate, length)));
  }
  const reading = await readSamples(networks, mix);
  return reading === id ? marked : null;
}

/**
 * The residual of a whole channel, stretch by stretch. Each stretch has its own power, like its
 * sound.
 */
export async function changeOf(
  networks: SoundNetworks,
  sound: Float32Array,
  bits: Float32Array,
): Promise<Float32Array> {
  const cells = Math.ceil(sound.length / CELL);
  const change = new Float32Array(cells * CELL);
  for (let start = 0; ; start += STRETCH - SHARED) {
    const isLast = cells - (start + STRETCH) < SHARED;
    const end = isLast ? cells : start + STRETCH;
    const part = new Float32Array((end - start) * CELL);
    part.set(sound.subarray(start * CELL, end * CELL));
    const residual = await networks.encode(part, bits);
    fadeIn(change, residual, start * CELL, start === 0 ? 0 : SHARED * CELL);
    if (isLast) return change.subarray(0, sound.length);
  }
}

function fadeIn(change: Float32Array, residual: Float32Array, at: number, shared: number): void {
  for (let i = 0; i < residual.length; i++) {
    const share = i < shared ? (i + 0.5) / shared : 1;
    change[at + i] = change[at + i]! * (1 - share) + residual[i]! * share;
  }
}

function add(channel: Float32Array, change: Float32Array): Float32Array {
  // A sample of zero next to another zero is silence, and stays.
  return channel.map((value, i) =>
    value === 0 && (channel[i - 1] === 0 || channel[i + 1] === 0) ? 0 : Math.min(Math.max(value + change[i]!, -1), 1),
  );
}
