// Sounds for measurements, in and out of Debian's ffmpeg as 32-bit floats.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Sound {
  channels: Float32Array[];
  rate: number;
}

const quiet = ['-v', 'error', '-nostdin', '-y'];
const limit = { maxBuffer: 2 ** 31 };

/** Any file, or the first `seconds` of it. */
export function readSound(file: string, seconds = 600): Sound {
  const asked = [
    '-v',
    'error',
    '-select_streams',
    'a:0',
    '-show_entries',
    'stream=sample_rate,channels',
    '-of',
    'csv=p=0',
  ];
  const [rate, channels] = execFileSync('ffprobe', [...asked, file], { encoding: 'utf8' })
    .split(',')
    .map(Number);
  const bytes = execFileSync('ffmpeg', [...quiet, '-i', file, '-t', `${seconds}`, '-f', 'f32le', '-'], limit);
  return { channels: split(bytes, channels!), rate: rate! };
}

/** Encodes with the options into a file of that ending, and decodes at the sound's own rate. */
export function through(
  sound: Sound,
  ending: string,
  options: readonly string[],
  channels = sound.channels.length,
): Sound {
  const folder = mkdtempSync(join(tmpdir(), 'sounds-'));
  const file = join(folder, `sound.${ending}`);
  const raw = ['-f', 'f32le', '-ar', `${sound.rate}`, '-ac', `${sound.channels.length}`, '-i', 'pipe:0'];
  try {
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...raw, ...options, file], {
      ...limit,
      input: interleave(sound.channels),
    });
    const back = ['-i', file, '-ar', `${sound.rate}`, '-f', 'f32le', '-'];
    return { channels: split(execFileSync('ffmpeg', [...quiet, ...back], limit), channels), rate: sound.rate };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function excerpt({ channels, rate }: Sound, start: number, length: number): Sound {
  return { channels: channels.map((channel) => channel.slice(start, start + length)), rate };
}

export function eachSample({ channels, rate }: Sound, change: (value: number) => number): Sound {
  return { channels: channels.map((channel) => channel.map(change)), rate };
}

/** Decibels between a sound and its change. */
export function decibels(before: readonly Float32Array[], after: readonly Float32Array[]): number {
  let signal = 0;
  let change = 0;
  for (const [c, channel] of before.entries()) {
    for (let i = 0; i < channel.length; i++) {
      signal += channel[i]! ** 2;
      change += (after[c]![i]! - channel[i]!) ** 2;
    }
  }
  return 10 * Math.log10(signal / change);
}

/**
 * SI-SNR in decibels: the difference after the marked sound is brought to the level of the first.
 */
export function scaleInvariantRatio(before: readonly Float32Array[], after: readonly Float32Array[]): number {
  let [product, energy] = [0, 0];
  for (const [c, channel] of before.entries()) {
    for (let i = 0; i < channel.length; i++) {
      product += channel[i]! * after[c]![i]!;
      energy += channel[i]! ** 2;
    }
  }
  const scale = product / energy;
  return decibels(
    before.map((channel) => channel.map((value) => value * scale)),
    after,
  );
}

export function meanSquare(channels: readonly Float32Array[]): number {
  let sum = 0;
  for (const channel of channels) for (const value of channel) sum += value * value;
  return sum / (channels.length * channels[0]!.length);
}

function split(bytes: Buffer, count: number): Float32Array[] {
  const length = Math.floor(bytes.length / 4 / count);
  const values = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + length * count * 4));
  return Array.from({ length: count }, (_, c) => Float32Array.from({ length }, (_, i) => values[i * count + c]!));
}

function interleave(channels: readonly Float32Array[]): Buffer {
  const values = new Float32Array(channels.length * channels[0]!.length);
  for (const [c, channel] of channels.entries()) {
    for (let i = 0; i < channel.length; i++) values[i * channels.length + c] = channel[i]!;
  }
  return Buffer.from(values.buffer);
}
