// Clips of sounds for measurements: pieces from all over each file, taking turns, so that a short
// run includes every file.
import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { excerpt, readSound, type Sound } from './sounds.ts';

export const READ_SECONDS = 10;
const MARKED_SECONDS = 12.5;

export interface Clip {
  name: string;
  sound: Sound;
}

/** The files and folders from the command line. Default: ../shared/media/audio. */
export function soundFiles(): string[] {
  const places = process.argv.slice(2).filter((each) => !each.startsWith('--'));
  return (places.length > 0 ? places : [join(import.meta.dirname, '../../../shared/media/audio')]).flatMap((place) =>
    statSync(place).isDirectory() ? readdirSync(place).map((name) => join(place, name)) : [place],
  );
}

/**
 * most: of one file. Sounds that are shorter than the reading are repeated to the length that is
 * marked.
 */
export function clipsOf(files: readonly string[], most: number): Clip[] {
  return files
    .flatMap((file) =>
      piecesOf(readSound(file), most).map((sound, index) => ({ name: `${basename(file)} ${index}`, index, sound })),
    )
    .sort((left, right) => left.index - right.index);
}

/** Ten seconds that start at a random sample. */
export function cutByChance({ channels, rate }: Sound): Sound {
  const length = READ_SECONDS * rate;
  return excerpt({ channels, rate }, Math.floor(Math.random() * Math.max(0, channels[0]!.length - length)), length);
}

/** As in a 24-bit file. */
export function written(channels: readonly Float32Array[]): Float32Array[] {
  return channels.map((channel) => channel.map((value) => Math.round(value * 2 ** 23) / 2 ** 23));
}

export function idByChance(): string {
  return Array.from({ length: 16 }, () => Math.floor(Math.random() * 16).toString(16)).join('');
}

function piecesOf(sound: Sound, most: number): Sound[] {
  const length = sound.channels[0]!.length;
  const wanted = Math.round(MARKED_SECONDS * sound.rate);
  if (length < READ_SECONDS * sound.rate) return [repeated(sound, wanted)];
  const count = Math.min(most, Math.max(1, Math.floor(length / wanted)));
  const apart = Math.max(0, (length - wanted) / Math.max(count - 1, 1));
  return Array.from({ length: count }, (_, i) => excerpt(sound, Math.floor(i * apart), wanted));
}

function repeated({ channels, rate }: Sound, length: number): Sound {
  return {
    channels: channels.map((channel) => Float32Array.from({ length }, (_, i) => channel[i % channel.length]!)),
    rate,
  };
}
