// How much each cell differs from its surroundings: the logarithm of its power, minus the mean of
// its band over a second, minus the prediction from its neighbors in time and band, in proportion
// to how rough the spectrum is there. Smooth changes of the host disappear, and so do gain and
// equalizer. The chips remain. The arithmetic is in kernels/assembly/levels.ts.
import { Workspace } from '../../kernels/workspace.ts';
import { BLOCK_BANDS } from './block.ts';
import { MOST_FRAMES, Spectrogram } from './spectrogram.ts';

/** Frames to the next cell in time. */
export const CELL_FRAMES = 4;
const ROW_BYTES = 4 * BLOCK_BANDS;
const WORK_BYTES = 2048;

/**
 * For sounds at the common rate. The levels that were measured last are frames × BLOCK_BANDS at
 * `address`.
 */
export class CellLevels {
  readonly workspace = new Workspace();
  readonly address: number;
  frames = 0;
  readonly #spectrogram: Spectrogram;
  readonly #powers: number;
  readonly #work = this.workspace.reserve(WORK_BYTES);

  /** fastest: the highest speed that a caller will request. */
  constructor(channels: readonly Float32Array[], fastest = 1) {
    this.#spectrogram = new Spectrogram(this.workspace, channels);
    const most = Math.ceil(this.#spectrogram.frames * fastest);
    this.#powers = this.workspace.reserve(most * ROW_BYTES);
    this.address = this.workspace.reserve(most * ROW_BYTES);
  }

  measureWhole(): void {
    const { frames } = this.#spectrogram;
    for (let first = 0; first < frames; first += MOST_FRAMES) {
      this.takeStretch(first, Math.min(MOST_FRAMES, frames - first));
      this.#spectrogram.sumBands(this.#powers + first * ROW_BYTES);
    }
    this.#measure(frames);
  }

  takeStretch(first: number, count: number): void {
    this.#spectrogram.take(first, count);
  }

  /** The levels of the last stretch, for a sound that plays `speed` times too fast. */
  measureStretch(speed: number): void {
    this.#measure(this.#spectrogram.sumBands(this.#powers, speed));
  }

  #measure(frames: number): void {
    this.frames = frames;
    this.workspace.kernels.measureLevels(this.#powers, frames, this.address, this.#work);
  }
}
