// The cosine spectra of one block of sounds at the common rate: how strong each cell is, and what
// to add to the sounds to change each cell by a share of itself. The memory of the kernels has one
// block at a time, so the length of the sounds does not matter.
import { Workspace } from '../../kernels/workspace.ts';
import { BLOCK_BANDS, BLOCK_TIMES } from './block.ts';
import { FRAME_BINS, FrameTransform, LANES } from './frames.ts';
import { BAND_BINS, FIRST_BIN } from './spectrogram.ts';

const TIME_FRAMES = 2; // in the time of a cell
const GROUPS = (BLOCK_TIMES * TIME_FRAMES) / LANES;
const GROUP_VALUES = FRAME_BINS * LANES;
const GROUP_TIMES = LANES / TIME_FRAMES;
export const BLOCK_SAMPLES = GROUPS * GROUP_VALUES;
// The last frame reaches half a frame into the next block.
const REACHED_SAMPLES = BLOCK_SAMPLES + FRAME_BINS;
const END_BIN = FIRST_BIN + BLOCK_BANDS * BAND_BINS;

interface Place {
  readonly sound: number;
  readonly spectrum: number;
}

export class BlockSpectra {
  readonly #workspace = new Workspace();
  readonly #transform = new FrameTransform(this.#workspace);
  /** The number of channels is even: the last one can be silent. */
  readonly #places: readonly Place[];

  constructor(channels: number) {
    this.#places = Array.from({ length: 2 * Math.ceil(channels / 2) }, () => ({
      sound: this.#workspace.reserve(4 * REACHED_SAMPLES),
      spectrum: this.#workspace.reserve(4 * BLOCK_SAMPLES),
    }));
  }

  /** The powers of the cells, and the energy of the whole block at all frequencies. */
  analyse(channels: readonly Float32Array[], start: number): { powers: Float32Array; energy: number } {
    for (const [c, channel] of channels.entries()) {
      const sound = this.#soundOf(this.#places[c]!);
      const piece = channel.subarray(start, start + REACHED_SAMPLES);
      sound.set(piece);
      sound.fill(0, piece.length);
    }
    this.#eachGroup((left, right, at, group) =>
      this.#transform.analyse(left.sound + at, right.sound + at, left.spectrum + group, right.spectrum + group),
    );
    const powers = new Float32Array(BLOCK_TIMES * BLOCK_BANDS);
    let energy = 0;
    for (let c = 0; c < channels.length; c++) energy += addPowers(this.#spectrumOf(this.#places[c]!), powers);
    return { powers, energy };
  }

  /**
   * Adds the change of the last analyzed block to the targets: each cell by its share of itself.
   */
  addChanges(shares: Float32Array, targets: readonly Float32Array[], start: number): void {
    for (const place of this.#places) {
      multiply(this.#spectrumOf(place), shares);
      this.#soundOf(place).fill(0);
    }
    this.#eachGroup((left, right, at, group) =>
      this.#transform.addTo(left.sound + at, right.sound + at, left.spectrum + group, right.spectrum + group),
    );
    for (const [c, target] of targets.entries()) {
      const change = this.#soundOf(this.#places[c]!);
      const count = Math.min(REACHED_SAMPLES, target.length - start);
      for (let i = 0; i < count; i++) target[start + i]! += change[i]!;
    }
  }

  #eachGroup(work: (left: Place, right: Place, sampleBytes: number, groupBytes: number) => void): void {
    for (let c = 0; c < this.#places.length; c += 2) {
      for (let group = 0; group < GROUPS; group++) {
        work(this.#places[c]!, this.#places[c + 1]!, 4 * group * LANES * FRAME_BINS, 4 * group * GROUP_VALUES);
      }
    }
  }

  #soundOf({ sound }: Place): Float32Array {
    return this.#workspace.floats(sound, REACHED_SAMPLES);
  }

  #spectrumOf({ spectrum }: Place): Float32Array {
    return this.#workspace.floats(spectrum, BLOCK_SAMPLES);
  }
}

// Returns the energy of all bins.
function addPowers(spectrum: Float32Array, powers: Float32Array): number {
  let energy = 0;
  for (let group = 0, at = 0; group < GROUPS; group++) {
    const row = group * GROUP_TIMES * BLOCK_BANDS;
    for (let bin = 0; bin < FRAME_BINS; bin++, at += LANES) {
      const sooner = spectrum[at]! ** 2 + spectrum[at + 1]! ** 2;
      const later = spectrum[at + 2]! ** 2 + spectrum[at + 3]! ** 2;
      energy += sooner + later;
      if (bin < FIRST_BIN || bin >= END_BIN) continue;
      const cell = row + Math.floor((bin - FIRST_BIN) / BAND_BINS);
      powers[cell]! += sooner;
      powers[cell + BLOCK_BANDS]! += later;
    }
  }
  return energy;
}

// Replaces a spectrum by its share in each cell, and by zero outside the bands.
function multiply(spectrum: Float32Array, shares: Float32Array): void {
  for (let group = 0, at = 0; group < GROUPS; group++) {
    const row = group * GROUP_TIMES * BLOCK_BANDS;
    for (let bin = 0; bin < FRAME_BINS; bin++, at += LANES) {
      const within = bin >= FIRST_BIN && bin < END_BIN;
      const cell = row + Math.floor((bin - FIRST_BIN) / BAND_BINS);
      const sooner = within ? shares[cell]! : 0;
      const later = within ? shares[cell + BLOCK_BANDS]! : 0;
      spectrum[at]! *= sooner;
      spectrum[at + 1]! *= sooner;
      spectrum[at + 2]! *= later;
      spectrum[at + 3]! *= later;
    }
  }
}
