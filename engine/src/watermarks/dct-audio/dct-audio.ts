// The DCT frame watermark of sounds: a 64-bit id, readable from any ten seconds. Samples are −1 to
// 1, one array per channel. Silence stays silence, sample for sample. The design and its
// arithmetic: docs/decisions/0010-audio-watermark.md.
import { blockSigns } from './block.ts';
import { CellLevels } from './cell-levels.ts';
import { detect, readLevels } from './detect.ts';
import { computeChanges } from './embed.ts';
import { Fold } from './fold.ts';
import { resample } from './resample.ts';
import { COMMON_RATE, toCommonRate } from './spectrogram.ts';

/** Less than one block and its margins cannot contain every symbol. */
const LEAST_SECONDS = 5;
const TRIED_SAMPLES = 16 * COMMON_RATE;
// This many zeros in a row are silence. Fewer are a wave that passes through zero.
const SILENT_SECONDS = 0.002;

/**
 * The marked sounds. Nothing if the mark could not be read back: too short, too silent, or too
 * little in the band.
 */
export function markAudio(channels: readonly Float32Array[], sampleRate: number, id: string): Float32Array[] | null {
  const signs = blockSigns(id);
  if (channels.length === 0 || channels[0]!.length < LEAST_SECONDS * sampleRate) return null;
  const common = toCommonRate(channels, sampleRate);
  const changes = computeChanges(common, signs);
  if (!isReadable(common, changes, id)) return null;
  return channels.map((channel, c) => {
    const change = resample(changes[c]!, COMMON_RATE, sampleRate, channel.length);
    silence(change, channel, Math.ceil(SILENT_SECONDS * sampleRate));
    for (let i = 0; i < change.length; i++) change[i] = Math.min(Math.max(channel[i]! + change[i]!, -1), 1);
    return change;
  });
}

/**
 * 16 lowercase hex digits, or nothing. atSpeeds: also try sounds that play up to 3% too fast or too
 * slow.
 */
export function readAudioMark(channels: readonly Float32Array[], sampleRate: number, atSpeeds = true): string | null {
  return detect(channels, sampleRate, atSpeeds)?.id ?? null;
}

function isReadable(common: readonly Float32Array[], changes: readonly Float32Array[], id: string): boolean {
  const length = common[0]!.length;
  // The beginning is usually enough.
  return [...new Set([Math.min(TRIED_SAMPLES, length), length])].some((count) => {
    const marked = common.map((channel, c) => sum(channel.subarray(0, count), changes[c]!));
    const levels = new CellLevels(marked);
    levels.measureWhole();
    return readLevels(new Fold(levels))?.id === id;
  });
}

function sum(sound: Float32Array, change: Float32Array): Float32Array {
  const result = sound.slice();
  for (let i = 0; i < result.length; i++) result[i]! += change[i]!;
  return result;
}

// No change where the channel is silent.
function silence(change: Float32Array, channel: Float32Array, least: number): void {
  for (let i = 0; i < channel.length; i++) {
    if (channel[i] !== 0) continue;
    let end = i;
    while (end < channel.length && channel[end] === 0) end++;
    if (end - i >= least) change.fill(0, i, end);
    i = end;
  }
}
