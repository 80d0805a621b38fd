// The image watermark in the pictures of a video. A change is planned for one picture and added to
// the following ones while they are similar: a still change costs an encoder little, and survives
// it best.
import { analyseLuma, renderChanges } from '../../../watermarks/dct-image/luma-blocks.ts';
import { isReadable, planMark } from '../../../watermarks/dct-image/plan-mark.ts';
import { videoAmplitude } from '../../../watermarks/strength.ts';
import type { LumaPlane } from './luma-plane.ts';
import { type SteadyResidual, stripRows } from './steady-residual.ts';

const mostAlike = 8;
/** Mean change of luma, in levels of 255, that starts a new scene. */
const sceneChange = 10;
const sampleStep = 97;

export class PictureMarker {
  readonly #id: string;
  #planned: Uint8ClampedArray | undefined;
  #changes: Float32Array | undefined;
  #age = 0;
  /** Whether the id could be read from any picture so far. */
  isReadable = false;

  constructor(id: string) {
    this.#id = id;
  }

  /** Marks the picture in place, with the residual of the neural mark if there is one. */
  mark(plane: LumaPlane, residual?: SteadyResidual): void {
    const luma = lumaOf(plane);
    if (!this.#changes || this.#age >= mostAlike || isOtherScene(this.#planned!, luma)) this.#plan(luma, plane);
    this.#age += 1;
    apply(this.#changes!, residual, plane);
  }

  #plan(luma: Uint8ClampedArray, { width, height }: LumaPlane): void {
    const grid = analyseLuma(luma, width, height);
    const planned = planMark(grid, this.#id, { amplitude: videoAmplitude.resilient });
    this.isReadable ||= isReadable(grid, planned, this.#id);
    const changes = new Float32Array(width * height);
    renderChanges(planned, width, height, (strip, top) => changes.set(strip, top * width));
    this.#changes = changes;
    this.#planned = luma;
    this.#age = 0;
  }
}

function lumaOf({ data, stride, width, height, depth }: LumaPlane): Uint8ClampedArray {
  const luma = new Uint8ClampedArray(width * height);
  const shift = depth - 8;
  for (let y = 0; y < height; y += 1) {
    if (shift === 0) luma.set(data.subarray(y * stride, y * stride + width), y * width);
    else for (let x = 0; x < width; x += 1) luma[y * width + x] = data[y * stride + x]! >> shift;
  }
  return luma;
}

function isOtherScene(before: Uint8ClampedArray, now: Uint8ClampedArray): boolean {
  if (before.length !== now.length) return true;
  let sum = 0;
  for (let at = 0; at < now.length; at += sampleStep) sum += Math.abs(now[at]! - before[at]!);
  return sum * sampleStep > sceneChange * now.length;
}

function apply(changes: Float32Array, residual: SteadyResidual | undefined, plane: LumaPlane): void {
  const { data, stride, width, height, depth, fullRange } = plane;
  const scale = 2 ** (depth - 8);
  const white = 2 ** depth - 1;
  for (let top = 0; top < height; top += stripRows) {
    const count = Math.min(stripRows, height - top);
    const second = residual?.rows(top, count);
    const values = second ?? changes;
    // Levels of a residual are those of a screen. Video uses 219 of them.
    const gain = second ? scale * (fullRange ? 1 : 219 / 255) : 0;
    for (let y = 0, from = 0; y < count; y += 1) {
      for (let x = 0, at = (top + y) * stride, to = (top + y) * width; x < width; x += 1, at += 1, from += 1, to += 1) {
        const value = Math.round(data[at]! + changes[to]! * scale + values[from]! * gain);
        data[at] = value < 0 ? 0 : value > white ? white : value;
      }
    }
  }
}
