// What the watermark sees of a sound: the power of all channels together in bands of 93.75 Hz, in
// frames of 42.7 ms every 10.7 ms, at a common rate of 24 kHz. Therefore rate, number and phase of
// channels do not matter. The memory of the kernels has one stretch of the sound at a time, and its
// bands at any speed come from the same frames.
import type { Workspace } from '../../kernels/workspace.ts';
import { BLOCK_BANDS } from './block.ts';
import { FRAME_BINS, FRAME_SIZE, LANES, TWIDDLES, WORK_BYTES, windowedTurns } from './frames.ts';
import { resample } from './resample.ts';

export const COMMON_RATE = 24_000;
/** Samples from frame to frame. */
export const HOP = 256;
/** Bins of 23.4 Hz. */
export const FIRST_BIN = 16;
export const BAND_BINS = 4;
/** Frames of a stretch: 16 seconds. */
export const MOST_FRAMES = 1500;
const TURNS = windowedTurns(2);

export function toCommonRate(channels: readonly Float32Array[], sampleRate: number): Float32Array[] {
  const length = Math.ceil((channels[0]!.length * COMMON_RATE) / sampleRate);
  return channels.map((channel) => resample(channel, sampleRate, COMMON_RATE, length));
}

export function countFrames(samples: number): number {
  return Math.max(0, Math.floor((samples - FRAME_SIZE) / HOP) + 1);
}

export class Spectrogram {
  readonly frames: number;
  readonly #workspace: Workspace;
  readonly #channels: readonly Float32Array[];
  readonly #tables: readonly [number, number, number];
  readonly #edges: number;
  readonly #powers: number;
  readonly #sounds: readonly number[];
  /** Memory for one sound. */
  readonly #room: number;
  #taken = 0;

  constructor(workspace: Workspace, channels: readonly Float32Array[]) {
    this.frames = countFrames(channels[0]!.length);
    this.#workspace = workspace;
    this.#channels = channels;
    this.#tables = [workspace.keep(TURNS), workspace.keep(TWIDDLES), workspace.reserve(WORK_BYTES)];
    this.#edges = workspace.reserve(4 * (BLOCK_BANDS + 1));
    const most = LANES * Math.ceil(Math.min(this.frames, MOST_FRAMES) / LANES);
    this.#powers = workspace.reserve(4 * most * FRAME_BINS);
    this.#room = most * HOP + FRAME_SIZE;
    // The kernel takes two channels at a time. Silence replaces a missing one.
    const places = channels.length + (channels.length % 2);
    this.#sounds = Array.from({ length: places }, () => workspace.reserve(4 * this.#room));
  }

  /** The stretch for the next bands: at most MOST_FRAMES. */
  take(first: number, count: number): void {
    const { kernels } = this.#workspace;
    this.#taken = count;
    for (const [c, channel] of this.#channels.entries()) {
      const sound = this.#workspace.floats(this.#sounds[c]!, this.#room);
      const piece = channel.subarray(first * HOP, first * HOP + this.#room);
      sound.set(piece);
      sound.fill(0, piece.length);
    }
    this.#workspace.floats(this.#powers, LANES * Math.ceil(count / LANES) * FRAME_BINS).fill(0);
    for (let frame = 0; frame < count; frame += LANES) {
      const at = 4 * frame * HOP;
      const powers = this.#powers + 4 * frame * FRAME_BINS;
      for (let i = 0; i < this.#sounds.length; i += 2) {
        kernels.addFramePowers(this.#sounds[i]! + at, this.#sounds[i + 1]! + at, HOP, ...this.#tables, powers);
      }
    }
  }

  /**
   * Writes the bands of the stretch for a sound that plays `speed` times too fast, so that
   * everything is higher and sooner by that factor: frames × BLOCK_BANDS. Returns the number of
   * frames.
   */
  sumBands(target: number, speed = 1): number {
    const { kernels } = this.#workspace;
    const edges = this.#workspace.floats(this.#edges, BLOCK_BANDS + 1);
    for (let band = 0; band < edges.length; band++) edges[band] = (FIRST_BIN + band * BAND_BINS) * speed;
    const frames = Math.floor((this.#taken - 1) * speed) + 1;
    kernels.sumBands(this.#powers, this.#edges, speed, frames, target);
    return frames;
  }
}
