// WAV files of 16 bits with samples from a function, and noise that is always the same for one
// seed.

export interface WavShape {
  readonly seconds?: number;
  readonly sampleRate?: number;
  readonly channels?: number;
}

export function makeWav(sampleAt: (i: number) => number, shape: WavShape = {}): Buffer {
  const { seconds = 8, sampleRate = 8_000, channels = 1 } = shape;
  const samples = Buffer.alloc(2 * seconds * sampleRate * channels);
  for (let i = 0; i < samples.length / 2; i++) samples.writeInt16LE(sampleAt(i), 2 * i);
  const header = Buffer.alloc(44);
  header.write('RIFF');
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(2 * channels * sampleRate, 28);
  header.writeUInt16LE(2 * channels, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

export function makeNoise(seed: number, shape?: WavShape): Buffer {
  let state = seed;
  return makeWav(() => {
    // A linear congruential generator (Numerical Recipes).
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state >> 17;
  }, shape);
}
