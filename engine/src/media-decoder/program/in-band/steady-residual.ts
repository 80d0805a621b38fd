// The neural mark in the pictures of a video, without flicker: its residual is made for a keyframe, kept for the pictures that
// follow, and faded over to that of the next keyframe. It jumps only where the picture itself does, at a cut.
import { AV_PIX_FMT_RGB24, SWS_BILINEAR } from 'node-av/constants';
import { Frame, SoftwareScaleContext } from 'node-av/lib';
import { BrokenMedia } from '../../../containers/broken-media.ts';
import { Workspace } from '../../../kernels/workspace.ts';
import { EnlargedResidual, type Residual, type ResidualMaker } from '../../../watermarks/neural/residual.ts';
import { SIDE } from '../../../watermarks/neural/small-picture.ts';
import type { LumaPlane } from './picture-marker.ts';

const keyframeSeconds = 2;
const fadeSeconds = 1;
/** Mean change of luma from one picture to the next, in levels of 255, that is a cut. */
const cutChange = 20;
/** Pictures from one keyframe to the next at the least: what flashes or races shall not ask for a residual each time. */
const leastPictures = 8;
const sampledRows = 8;
const sampledColumns = 13;
const none: Residual = { values: new Float32Array(SIDE * SIDE), power: 0 };

export class SteadyResidual {
  readonly #make: ResidualMaker;
  readonly #orientation: number;
  readonly #workspace = new Workspace();
  readonly #start = this.#workspace.mark();
  #before: Uint16Array = new Uint16Array(0);
  #keyframe = { seconds: Number.NEGATIVE_INFINITY, pictures: leastPictures };
  #from = none;
  #to = none;
  #shown = none;
  #enlarged: { rows: EnlargedResidual; gain: number; address: number; width: number } | undefined;

  /** orientation: as Exif counts, how the pictures are shown. */
  constructor(make: ResidualMaker, orientation: number) {
    this.#make = make;
    this.#orientation = orientation;
  }

  /** Moves on to this picture, which is not marked yet. */
  async advance(frame: Frame, plane: LumaPlane, seconds: number): Promise<void> {
    const sample = sampleOf(plane);
    const isCut = changeBetween(this.#before, sample) > cutChange * 2 ** (plane.depth - 8);
    this.#before = sample;
    this.#keyframe.pictures += 1;
    const age = seconds - this.#keyframe.seconds;
    if (this.#keyframe.pictures > leastPictures && (isCut || age >= keyframeSeconds)) {
      this.#to = (await this.#make({ pixels: shrink(frame), side: SIDE, orientation: this.#orientation })) ?? none;
      this.#from = isCut ? this.#to : this.#shown;
      this.#keyframe = { seconds, pictures: 0 };
    }
    const share = Math.min(1, Math.max(0, (seconds - this.#keyframe.seconds) / fadeSeconds));
    const shown = share < 1 ? blend(this.#from, this.#to, share) : this.#to;
    if (shown !== this.#shown || this.#enlarged?.width !== plane.width) this.#show(shown, plane);
  }

  /** The change of some rows of the picture, in levels of 255, until asked for the next ones. null: there is none. */
  rows(top: number, count: number): { readonly values: Float32Array; readonly gain: number } | null {
    if (!this.#enlarged || this.#enlarged.gain === 0) return null;
    const { rows, gain, address, width } = this.#enlarged;
    rows.write(address, width, top, count);
    return { values: this.#workspace.floats(address, count * width), gain };
  }

  #show(shown: Residual, { width, height }: LumaPlane): void {
    this.#shown = shown;
    this.#workspace.release(this.#start);
    const rows = new EnlargedResidual(this.#workspace, shown, width, height);
    const gain = shown.power > 0 ? rows.gainFor(shown.power) : 0;
    this.#enlarged = { rows, gain, address: this.#workspace.reserve(width * stripRows * 4), width };
  }
}

/** The most rows that may be asked for at a time. */
export const stripRows = 16;

function blend(from: Residual, to: Residual, share: number): Residual {
  if (from === to) return to;
  const values = from.values.map((value, i) => value + share * (to.values[i]! - value));
  return { values, power: values.reduce((sum, value) => sum + value * value, 0) / values.length };
}

function sampleOf({ data, stride, width, height }: LumaPlane): Uint16Array {
  const columns = Math.ceil(width / sampledColumns);
  const sample = new Uint16Array(columns * Math.ceil(height / sampledRows));
  for (let y = 0, to = 0; y < height; y += sampledRows) {
    for (let x = 0, at = y * stride; x < width; x += sampledColumns, at += sampledColumns) sample[to++] = data[at]!;
  }
  return sample;
}

/** Infinite where there is nothing to compare. */
function changeBetween(before: Uint16Array, now: Uint16Array): number {
  if (before.length !== now.length) return Number.POSITIVE_INFINITY;
  return now.reduce((sum, value, i) => sum + Math.abs(value - before[i]!), 0) / now.length;
}

/** By a triangle as wide as the reduction asks for, as in training. */
function shrink(frame: Frame): Uint8Array {
  const small = new Frame();
  small.alloc();
  small.format = AV_PIX_FMT_RGB24;
  small.width = SIDE;
  small.height = SIDE;
  small.getBuffer(1);
  const scale = new SoftwareScaleContext();
  scale.getContext(frame.width, frame.height, frame.format as never, SIDE, SIDE, AV_PIX_FMT_RGB24, SWS_BILINEAR);
  try {
    if (scale.scaleFrameSync(small, frame) < 0) throw new BrokenMedia('A picture of the video cannot be converted.');
    return new Uint8Array(small.toBuffer());
  } finally {
    scale.freeContext();
    small.free();
  }
}
