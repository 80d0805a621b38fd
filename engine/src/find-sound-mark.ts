// Finds the watermark of a sound of any length in bounded time. Any ten seconds carry the id, so
// the search covers the beginning, the middle and the end of a long sound, and the loudest of them
// at other speeds too.
import type { Sound } from './formats/media-format.ts';
import { readAudioMark } from './watermarks/dct-audio/dct-audio.ts';

/** A shorter sound has no whole pattern. */
const leastSeconds = 4.5;
const wholeSeconds = 30;
const partSeconds = 10;

export function findSoundMark({ channels, sampleRate }: Sound): string | null {
  const length = channels[0]?.length ?? 0;
  if (length < leastSeconds * sampleRate) return null;
  if (length <= wholeSeconds * sampleRate) return readAudioMark(channels, sampleRate);
  const part = partSeconds * sampleRate;
  const parts = [0, Math.floor((length - part) / 2), length - part].map((start) =>
    channels.map((channel) => channel.subarray(start, start + part)),
  );
  for (const each of parts) {
    const id = readAudioMark(each, sampleRate, false);
    if (id !== null) return id;
  }
  const loudest = parts.reduce((best, each) => (energyOf(each) > energyOf(best) ? each : best));
  return readAudioMark(loudest, sampleRate);
}

function energyOf(channels: readonly Float32Array[]): number {
  let energy = 0;
  for (const channel of channels) for (let i = 0; i < channel.length; i++) energy += channel[i]! ** 2;
  return energy;
}
