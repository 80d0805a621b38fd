// The watermark of a sound of any length in bounded time: any ten seconds carry the id, so of a long sound the beginning, the
// middle and the end are searched.
import type { Sound } from './formats/media-format.ts';
import { readAudioMark } from './watermarks/dct-audio/dct-audio.ts';

/** Nothing shorter holds a whole pattern. */
const leastSeconds = 4.5;
const wholeSeconds = 30;
const partSeconds = 10;

export function findSoundMark({ channels, sampleRate }: Sound): string | null {
  const length = channels[0]?.length ?? 0;
  if (length < leastSeconds * sampleRate) return null;
  if (length <= wholeSeconds * sampleRate) return readAudioMark(channels, sampleRate);
  const part = partSeconds * sampleRate;
  for (const start of [0, Math.floor((length - part) / 2), length - part]) {
    const id = readAudioMark(
      channels.map((channel) => channel.subarray(start, start + part)),
      sampleRate,
    );
    if (id !== null) return id;
  }
  return null;
}
