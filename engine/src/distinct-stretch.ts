// The stretch of a sound that is worth searching. Silence and a constant carry neither mark nor
// landmark, and an exact repetition adds nothing. Both cost the sender a few bytes, but a search
// would take seconds. Finding them takes milliseconds.
import type { Sound } from './formats/media-format.ts';

/** Half a step of 16 bits. Below it, a mark, which is 30 dB under its sound, cannot be written. */
const SILENT = 2 ** -16;
/** The shorter of the two marks' periods, 2.048 s. A sound that repeats sooner carries no mark. */
const LEAST_PERIOD = 2.048;
/**
 * Length that one reading of a mark, or one excerpt, looks at (find-sound-mark.ts,
 * read-sound-mark.ts, landmarks.ts).
 */
const READ_SECONDS = 10.24;
/** Samples that identify the next repetition, and places to try. */
const HEAD = 64;
const MOST_TRIES = 16;

/** Null: the sound has nothing to find. */
export function distinctStretch({ channels, sampleRate }: Sound): Sound | null {
  const [start, end] = soundingPart(channels);
  if (start >= end) return null;
  const sounding = channels.map((channel) => channel.subarray(start, end));
  const period = periodOf(sounding);
  if (period === null) return { channels: sounding, sampleRate };
  if (period < LEAST_PERIOD * sampleRate) return null;
  const distinct = period + Math.ceil(READ_SECONDS * sampleRate);
  return { channels: sounding.map((channel) => channel.subarray(0, distinct)), sampleRate };
}

/** From where the first channel starts to move to where the last one stops. */
function soundingPart(channels: readonly Float32Array[]): [number, number] {
  let [start, end] = [channels[0]?.length ?? 0, 0];
  for (const channel of channels) {
    let [first, last] = [0, channel.length - 1];
    const [begins, ends] = [channel[first]!, channel[last]!];
    while (first < start && Math.abs(channel[first]! - begins) < SILENT) first++;
    while (last >= end && Math.abs(channel[last]! - ends) < SILENT) last--;
    start = Math.min(start, first);
    end = Math.max(end, last + 1);
  }
  // The sample before the movement is part of it.
  return start < end ? [start - 1, end + 1] : [0, 0];
}

/** The period in samples, if every channel repeats exactly to the end. */
function periodOf(channels: readonly Float32Array[]): number | null {
  const bytes = channels.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength));
  // A silent channel would seem to repeat at once, so the others decide.
  const leading = bytes.find((each) => !each.subarray(0, 4 * HEAD).equals(each.subarray(4, 4 * HEAD + 4))) ?? bytes[0]!;
  const head = leading.subarray(0, 4 * HEAD);
  let place = 0;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    place = leading.indexOf(head, place + 4);
    if (place < 0 || 2 * place > leading.length) return null;
    if (place % 4 === 0 && bytes.every((each) => each.subarray(place).equals(each.subarray(0, each.length - place))))
      return place / 4;
  }
  return null;
}
