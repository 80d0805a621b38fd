// How much each cell stands out from its surroundings: the logarithm of its power, less the mean of
// its band over a second, less what its neighbours in time and band let expect, in proportion to
// how rough the spectrum is there. What the host does smoothly falls out, and so do gain and
// equaliser; what the chips do stays. The arithmetic: kernels/assembly/levels.ts.
import { Workspace } from '../../kernels/workspace.ts';
import { BLOCK_BANDS } from './block.ts';
import { MOST_FRAMES, Spectrogram } from './spectrogram.ts';

/** The next cell in time is so many frames on. */
export const CELL_FRAMES = 4;
const ROW_BYTES = 4 * BLOCK_BANDS;
const WORK_BYTES = 2048;

/** Of sounds at the common rate. The levels measured last are frames × BLOCK_BANDS at `address`. */
export class CellLevels {
  readonly workspace = new Workspace();
  readonly address: number;
  frames = 0;
  readonly #spectrogram: Spectrogram;
  readonly #powers: number;
  readonly #work = this.workspace.reserve(WORK_BYTES);

  /** fastest: the greatest speed that will be asked for. */
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

  /** The levels of the stretch taken last, if it was played `speed` times too fast. */
  measureStretch(speed: number): void {
    this.#measure(this.#spectrogram.sumBands(this.#powers, speed));
  }

  #measure(frames: number): void {
    this.frames = frames;
    this.workspace.kernels.measureLevels(this.#powers, frames, this.address, this.#work);
  }
}
