// The change of luma that carries the neural mark: computed at model size, enlarged to the picture row by row.
import { Workspace } from '../../kernels/workspace.ts';
import { codeWord, isSure, readShifts } from './code-word.ts';
import type { ImageNetworks } from './networks.ts';
import { movedFromWhite } from './over-exposure.ts';
import { asStored, planesOf, SIDE, type SmallPicture } from './small-picture.ts';

export interface Residual {
  /** SIDE × SIDE, in levels of 0 to 255, as the picture is stored. */
  readonly values: Float32Array;
  /** Mean square of the values: what the change costs, at any size. */
  readonly power: number;
}

/** Makes the residual for a picture, or none; a format calls it once it knows that the picture can be marked. */
export type ResidualMaker = (picture: SmallPicture) => Promise<Residual | null>;

// Both marks share what a picture may lose: in busy pictures, where the encoder grows louder, it is held to this.
const MOST_POWER = 255 ** 2 / 10 ** (41.9 / 10);
const SAMPLED_ROWS = 64;
const STRIP_ROWS = 64;
/** A JPEG is padded to whole units of coding, of 32 pixels at the most. */
const MOST_PADDING = 32;

/** null: the mark could not be read back from such a picture. */
export async function makeResidual(
  networks: ImageNetworks,
  picture: SmallPicture,
  id: string,
): Promise<Residual | null> {
  const { orientation } = picture;
  const planes = planesOf(picture, orientation);
  const encoded = await networks.encode(planes, Float32Array.from(codeWord(id)));
  // Where the mark cannot be read after it was moved, it may be as the encoder put it.
  for (const output of [movedFromWhite(encoded, planes), encoded]) {
    if (!output) continue;
    const power = (255 ** 2 * output.reduce((sum, value) => sum + value * value, 0)) / output.length;
    const gain = Math.min(1, Math.sqrt(MOST_POWER / power));
    const marked = planes.map((value, i) => Math.min(Math.max(value + gain * output[i % output.length]!, 0), 1));
    if ((await isReadable(networks, quarterOf(marked), id)) || (await isReadable(networks, marked, id))) {
      const levels = output.map((value) => value * 255 * gain);
      return { values: asStored(levels, orientation), power: power * gain ** 2 };
    }
  }
  return null;
}

async function isReadable(networks: ImageNetworks, planes: Float32Array, id: string): Promise<boolean> {
  const reading = readShifts(await networks.decode(planes));
  return reading.id === id && isSure(reading);
}

/** The middle of the picture, half as wide and high: it holds the whole message, and is read in a third of the time. */
function quarterOf(planes: Float32Array): Float32Array {
  const [side, margin] = [SIDE / 2, SIDE / 4];
  const quarter = new Float32Array(3 * side * side);
  for (let row = 0; row < 3 * side; row++) {
    const from = (Math.floor(row / side) * SIDE + (row % side) + margin) * SIDE + margin;
    quarter.set(planes.subarray(from, from + side), row * side);
  }
  return quarter;
}

/** The residual in a workspace, to be asked for rows of the picture. */
export class EnlargedResidual {
  readonly #workspace: Workspace;
  readonly #width: number;
  readonly #height: number;
  readonly #values: number;
  readonly #lines: number;

  constructor(workspace: Workspace, residual: Residual, width: number, height: number) {
    this.#workspace = workspace;
    this.#width = width;
    this.#height = height;
    this.#values = workspace.keep(residual.values);
    this.#lines = workspace.reserve(2 * (width + MOST_PADDING) * 4);
  }

  /** Writes rows of `stride` floats to an address; `stride` may be more than the width, by what a JPEG pads. */
  write(address: number, stride: number, top: number, rows: number): void {
    const [width, height] = [this.#width, this.#height];
    this.#workspace.kernels.enlarge(this.#values, width, height, top, rows, address, stride, this.#lines);
  }

  scale(factor: number): void {
    const values = this.#workspace.floats(this.#values, SIDE * SIDE);
    for (let i = 0; i < values.length; i++) values[i]! *= factor;
  }

  /** The factor that gives back the power which interpolation takes. */
  gainFor(power: number): number {
    const mark = this.#workspace.mark();
    const row = this.#workspace.reserve(this.#width * 4);
    let squares = 0;
    for (let i = 0; i < SAMPLED_ROWS; i++) {
      this.write(row, this.#width, Math.floor(((i + 0.5) * this.#height) / SAMPLED_ROWS), 1);
      for (const value of this.#workspace.floats(row, this.#width)) squares += value * value;
    }
    this.#workspace.release(mark);
    return squares > 0 ? Math.sqrt((power * SAMPLED_ROWS * this.#width) / squares) : 0;
  }
}

/** The residual at the picture's own power, added to rows of a luma plane, a few at a time. */
export function enlargeInStrips(residual: Residual, width: number, height: number) {
  const workspace = new Workspace();
  const enlarged = new EnlargedResidual(workspace, residual, width, height);
  enlarged.scale(enlarged.gainFor(residual.power));
  const address = workspace.reserve(width * STRIP_ROWS * 4);
  return {
    /** luma: whole rows, the first of them row `top` of the picture. */
    addTo(luma: Float32Array, top = 0): void {
      const rows = luma.length / width;
      for (let row = 0; row < rows; row += STRIP_ROWS) {
        const count = Math.min(STRIP_ROWS, rows - row);
        enlarged.write(address, width, top + row, count);
        const strip = workspace.floats(address, count * width);
        for (let i = 0, at = row * width; i < strip.length; i++, at++) luma[at]! += strip[i]!;
      }
    },
  };
}
