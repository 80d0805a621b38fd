// The change of luma that carries the neural mark: computed at model size, enlarged to the picture
// row by row.
import { Workspace } from '../../kernels/workspace.ts';
import { codeWord, isSure, type Reading, readShifts } from './code-word.ts';
import type { ImageNetworks } from './networks.ts';
import { asStored, planesOf, SIDE, type SmallPicture } from './small-picture.ts';

export interface Residual {
  /** SIDE × SIDE, in levels of 0 to 255, as the picture is stored. */
  readonly values: Float32Array;
  /** Mean square of the values: the cost of the change, at any size. */
  readonly power: number;
}

/**
 * Makes the residual for a picture, or none. A format calls it once it knows that the picture can
 * be marked.
 */
export type ResidualMaker = (picture: SmallPicture) => Promise<Residual | null>;

/**
 * Tried in this order until the mark reads back easily: a busy picture drowns more of it, and hides
 * more.
 */
const STRENGTHS = [1, 1.4, 2];
/** The limit at any requested strength. More would be visible even in busy pictures. */
const MOST = 3.2;
/**
 * log₁₀ of the odds against a chance reading (code-word.ts). A reading is accepted from about −11.
 * Reducing a picture to 512 pixels and JPEG 60 costs a mark that reads at −25 about ten of these.
 */
const READ_WITH_EASE = -25;
const STRIP_ROWS = 64;
/** A JPEG is padded to whole units of coding, of at most 32 pixels. */
const MOST_PADDING = 32;

/** strength: 1 is the default. Null: the mark could not be read back from such a picture. */
export async function makeResidual(
  networks: ImageNetworks,
  picture: SmallPicture,
  id: string,
  strength = 1,
): Promise<Residual | null> {
  const { orientation } = picture;
  const planes = planesOf(picture, orientation);
  const encoded = await networks.encode(planes, Float32Array.from(codeWord(id)));
  const markedBy = (gain: number) =>
    planes.map((value, i) => Math.min(Math.max(value + gain * encoded[i % encoded.length]!, 0), 1));
  const residualOf = (gain: number): Residual => {
    const levels = encoded.map((value) => value * 255 * gain);
    const power = levels.reduce((sum, value) => sum + value * value, 0) / levels.length;
    return { values: asStored(levels, orientation), power };
  };
  // A mark that reads from a quarter of the picture reads easily from all of it. This takes a third
  // of the time.
  if (isReading(await read(networks, quarterOf(markedBy(strength))), id)) return residualOf(strength);
  const gains = STRENGTHS.map((each) => Math.min(each * strength, MOST));
  const strongest = gains.at(-1)!;
  let isReadable = false;
  for (const gain of gains) {
    // If a weaker mark can be read, the strongest can too, so it is not read again.
    if (isReadable && gain === strongest) return residualOf(gain);
    const reading = await read(networks, markedBy(gain));
    if (!isReading(reading, id)) continue;
    if (reading.exponent <= READ_WITH_EASE || gain === strongest) return residualOf(gain);
    isReadable = true;
  }
  return null;
}

async function read(networks: ImageNetworks, planes: Float32Array): Promise<Reading> {
  return readShifts(await networks.decode(planes));
}

function isReading(reading: Reading, id: string): boolean {
  return reading.id === id && isSure(reading);
}

/** The middle of the picture, half as wide and high. It contains the whole message. */
function quarterOf(planes: Float32Array): Float32Array {
  const [side, margin] = [SIDE / 2, SIDE / 4];
  const quarter = new Float32Array(3 * side * side);
  for (let row = 0; row < 3 * side; row++) {
    const from = (Math.floor(row / side) * SIDE + (row % side) + margin) * SIDE + margin;
    quarter.set(planes.subarray(from, from + side), row * side);
  }
  return quarter;
}

/** The residual in a workspace, available row by row. */
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

  /**
   * Writes rows of `stride` floats to an address. `stride` can exceed the width by the padding of a
   * JPEG.
   */
  write(address: number, stride: number, top: number, rows: number): void {
    const [width, height] = [this.#width, this.#height];
    this.#workspace.kernels.enlarge(this.#values, width, height, top, rows, address, stride, this.#lines);
  }
}

/** Adds the residual to rows of a luma plane, a few at a time. */
export function enlargeInStrips(residual: Residual, width: number, height: number) {
  const workspace = new Workspace();
  const enlarged = new EnlargedResidual(workspace, residual, width, height);
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

/** SIDE × SIDE whole levels, equal within each square of two by two. */
export function inSquares({ values }: Residual): Int8Array {
  return Int8Array.from(values, (_, i) => {
    const corner = (i & ~1) - ((i >> 8) & 1) * SIDE;
    const sum = values[corner]! + values[corner + 1]! + values[corner + SIDE]! + values[corner + SIDE + 1]!;
    return Math.round(sum / 4);
  });
}
