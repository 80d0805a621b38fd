// Test support: WAV files of 16 bits with samples from a function, and one of noise, which is
// always the same for one seed.
import { makeRiffChunk } from '../src/containers/riff/riff-file.ts';
import { Random } from './random-bytes.ts';
import { formatChunk, joinWav } from './sample-sounds.ts';

export interface WavShape {
  readonly seconds?: number;
  readonly sampleRate?: number;
  readonly channels?: number;
}

export function makeWav(sampleAt: (i: number) => number, shape: WavShape = {}): Buffer {
  const { seconds = 8, sampleRate = 8_000, channels = 1 } = shape;
  const samples = Buffer.alloc(2 * seconds * sampleRate * channels);
  for (let i = 0; i < samples.length / 2; i++) samples.writeInt16LE(sampleAt(i), 2 * i);
  return joinWav([formatChunk({ tag: 1, channels, sampleRate, bits: 16 }), makeRiffChunk('data', samples)]);
}

export function makeNoise(seed: number, shape?: WavShape): Buffer {
  const random = new Random(seed);
  return makeWav(() => random.below(20_000) - 10_000, shape);
}
