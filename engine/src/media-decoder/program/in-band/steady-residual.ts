// The neural mark in the pictures of a video, without flicker: its residual is computed for a
// keyframe, kept for the following pictures, and faded over to the next one as fast as the picture
// itself changes: at once at a cut, within a second in a still scene.
import { Workspace } from '../../../kernels/workspace.ts';
import { EnlargedResidual, type Residual, type ResidualMaker } from '../../../watermarks/neural/residual.ts';
import { SIDE } from '../../../watermarks/neural/small-picture.ts';
import type { LumaPlane } from './luma-plane.ts';

/**
 * The maximum number of seconds between keyframes, and the mean change of the picture, in levels of
 * 255, that needs a new one.
 */
const keyframeSeconds = 2;
const otherPicture = 20;
/** Flashes and fast movement must not request a residual each time. */
const leastPictures = 8;
const fadeSeconds = 1;
const sampledRows = 8;
const sampledColumns = 13;
const none: Residual = { values: new Float32Array(SIDE * SIDE), power: 0 };

export class SteadyResidual {
  readonly #make: ResidualMaker;
  readonly #orientation: number;
  readonly #workspace = new Workspace();
  readonly #start = this.#workspace.mark();
  #before: Sample = { levels: new Float32Array(0), seconds: Number.NEGATIVE_INFINITY };
  #keyframe = this.#before;
  #pictures = leastPictures;
  #from = none;
  #to = none;
  /** Share of the way from one residual to the other. */
  #share = 1;
  #shown = none;
  #enlarged: { rows: EnlargedResidual; address: number; width: number } | undefined;

  /** orientation: how the pictures are displayed, as in Exif. */
  constructor(make: ResidualMaker, orientation: number) {
    this.#make = make;
    this.#orientation = orientation;
  }

  /**
   * Advances to this picture, which is not marked yet. shrink: returns it as the networks see it,
   * in RGB.
   */
  async advance(plane: LumaPlane, seconds: number, shrink: () => Uint8Array): Promise<void> {
    const now = { levels: levelsOf(plane), seconds };
    this.#pictures += 1;
    const isOther = seconds - this.#keyframe.seconds >= keyframeSeconds || change(this.#keyframe, now) > otherPicture;
    if (isOther && this.#pictures > leastPictures) {
      this.#from = this.#shown;
      this.#to = (await this.#make({ pixels: shrink(), side: SIDE, orientation: this.#orientation })) ?? none;
      this.#share = 0;
      this.#keyframe = now;
      this.#pictures = 0;
    }
    const passed = Math.max(0, seconds - this.#before.seconds);
    this.#share = Math.min(1, this.#share + passed / fadeSeconds + change(this.#before, now) / otherPicture);
    this.#before = now;
    const shown = this.#share < 1 ? blend(this.#from, this.#to, this.#share) : this.#to;
    if (shown !== this.#shown || this.#enlarged?.width !== plane.width) this.#show(shown, plane);
  }

  get isShown(): boolean {
    return this.#shown.power > 0;
  }

  /**
   * The change of some rows of the picture, in levels of 255, valid until the next call. Null:
   * there is none.
   */
  rows(top: number, count: number): Float32Array | null {
    if (!this.#enlarged || !this.isShown) return null;
    const { rows, address, width } = this.#enlarged;
    rows.write(address, width, top, count);
    return this.#workspace.floats(address, count * width);
  }

  #show(shown: Residual, { width, height }: LumaPlane): void {
    this.#shown = shown;
    this.#workspace.release(this.#start);
    const rows = new EnlargedResidual(this.#workspace, shown, width, height);
    this.#enlarged = { rows, address: this.#workspace.reserve(width * stripRows * 4), width };
  }
}

/** The maximum number of rows per call. */
export const stripRows = 16;

function blend(from: Residual, to: Residual, share: number): Residual {
  if (from === to) return to;
  const values = from.values.map((value, i) => value + share * (to.values[i]! - value));
  return { values, power: values.reduce((sum, value) => sum + value * value, 0) / values.length };
}

/** Some of the picture's luma, in levels of 255, and when it is displayed. */
interface Sample {
  readonly levels: Float32Array;
  readonly seconds: number;
}

function levelsOf({ data, stride, width, height, depth }: LumaPlane): Float32Array {
  const levels = new Float32Array(Math.ceil(width / sampledColumns) * Math.ceil(height / sampledRows));
  for (let y = 0, to = 0; y < height; y += sampledRows) {
    for (let x = 0; x < width; x += sampledColumns) levels[to++] = data[y * stride + x]! / 2 ** (depth - 8);
  }
  return levels;
}

/** The mean change of a level. Infinite if there is nothing to compare. */
function change({ levels: before }: Sample, { levels: now }: Sample): number {
  if (before.length !== now.length) return Number.POSITIVE_INFINITY;
  return now.reduce((sum, value, i) => sum + Math.abs(value - before[i]!), 0) / now.length;
}
