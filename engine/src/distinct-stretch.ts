// The stretch of a sound that is worth a search. Silence and a constant carry neither mark nor
// landmark, and what repeats exactly says nothing new: both cost the sender a few bytes, and a
// search of them would cost seconds. Looking for them costs milliseconds.
import type { Sound } from './formats/media-format.ts';

/** Half a step of 16 bits: a mark, 30 dB under its sound, could not be written any more. */
const SILENT = 2 ** -16;
/** The shorter of the two marks' periods, 2.048 s: what repeats sooner holds none. */
const LEAST_PERIOD = 2.048;
/**
 * What one reading of a mark, or one excerpt, looks at (find-sound-mark.ts, read-sound-mark.ts,
 * landmarks.ts).
 */
const READ_SECONDS = 10.24;
/** Samples by which the next repetition is found, and places that are tried. */
const HEAD = 64;
const MOST_TRIES = 16;

/** null: there is nothing to find in it. */
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

/** From where the first channel moves to where the last comes to rest. */
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
  // A channel moves away from a sample, which is part of it.
  return start < end ? [start - 1, end + 1] : [0, 0];
}

/** In samples, where every channel repeats exactly to the end. */
function periodOf(channels: readonly Float32Array[]): number | null {
  const bytes = channels.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength));
  // A channel that is silent would seem to repeat at once: the others decide.
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
