// The mark on interleaved pixels (gray, gray + alpha, RGB, RGBA; 8 or 16 bits per sample): luma
// out, changes in. The same amount is added to R, G and B, so luma moves by it and chroma stays.
// Alpha never changes.
import { enlargeInStrips, inSquares, type Residual } from '../neural/residual.ts';
import { SIDE } from '../neural/small-picture.ts';
import { analyseLuma, renderChanges } from './luma-blocks.ts';
import { planReadableMark } from './plan-mark.ts';
import { isOneColor } from './shaping.ts';

export interface Pixels {
  data: Uint8Array | Uint16Array;
  width: number;
  height: number;
  channels: number;
}

const GRAPHIC_SHARE = 0.25;

/** A picture this small has too few repetitions to survive any edit. */
export const LEAST_MARKED_SIDE = 256;

export function isTooSmallToMark(width: number, height: number): boolean {
  return Math.min(width, height) < LEAST_MARKED_SIDE;
}

/** Luma (ITU-R BT.601, as in JPEG and in every detector here) on a scale of 0 to 255. */
export function lumaOf(pixels: Pixels): Float32Array {
  return fillLuma(new Float32Array(pixels.width * pixels.height), pixels);
}

/** The same in whole levels and a quarter of the memory, which is enough for the reader. */
export function lumaBytesOf(pixels: Pixels): Uint8ClampedArray {
  return fillLuma(new Uint8ClampedArray(pixels.width * pixels.height), pixels);
}

function fillLuma<Luma extends Float32Array | Uint8ClampedArray>(luma: Luma, { data, channels }: Pixels): Luma {
  const scale = data instanceof Uint16Array ? 1 / 257 : 1;
  const [red, green, blue] = channels < 3 ? [scale, 0, 0] : [0.299 * scale, 0.587 * scale, 0.114 * scale];
  const g = channels < 3 ? 0 : 1;
  const b = channels < 3 ? 0 : 2;
  for (let i = 0, at = 0; i < luma.length; i++, at += channels) {
    luma[i] = red! * data[at]! + green! * data[at + g]! + blue! * data[at + b]!;
  }
  return luma;
}

/** Whether a quarter of a picture or more is ground of single colors. */
export function isGraphic(pixels: Pixels): boolean {
  const { activity } = analyseLuma(lumaOf(pixels), pixels.width, pixels.height);
  return activity.filter(isOneColor).length >= GRAPHIC_SHARE * activity.length;
}

export interface MarkOptions {
  /** 1 is the default. */
  readonly amplitude?: number;
  /** The change for the neural mark, to add too. */
  readonly residual?: Residual | null | undefined;
}

/**
 * Marks the pixels in place. False: this mark could not be read from them and is left out. They
 * then carry only the residual, or are unchanged.
 */
export function markPixels(pixels: Pixels, id: string, { amplitude = 1, residual }: MarkOptions = {}): boolean {
  const { width, height } = pixels;
  const grid = analyseLuma(lumaOf(pixels), width, height);
  const changes = planReadableMark(grid, id, { amplitude });
  const none = () => new Float32Array(grid.columns * grid.rows * 4);
  if (changes || residual) addChanges(pixels, changes ?? none(), residual);
  return changes !== null;
}

/**
 * The neural mark alone, in place: in squares of one whole level each, so that repeated patterns
 * still repeat.
 */
export function addInSquares({ data, width, height, channels }: Pixels, residual: Residual): void {
  const [levels, colours] = [inSquares(residual), channels < 3 ? 1 : 3];
  const scale = data instanceof Uint16Array ? 257 : 1;
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * SIDE) / height) * SIDE;
    for (let x = 0; x < width; x++) {
      const change = levels[row + Math.floor((x * SIDE) / width)]! * scale;
      const at = (y * width + x) * channels;
      for (let c = 0; c < colours; c++) data[at + c] = Math.min(Math.max(data[at + c]! + change, 0), 255 * scale);
    }
  }
}

function addChanges(
  { data, width, height, channels }: Pixels,
  changes: Float32Array,
  residual: Residual | null | undefined,
): void {
  const enlarged = residual && enlargeInStrips(residual, width, height);
  const colours = channels < 3 ? 1 : 3;
  const scale = data instanceof Uint16Array ? 257 : 1;
  const white = 255 * scale;
  const marked = width & ~7;
  renderChanges(changes, width, height, (strip, top) => {
    enlarged?.addTo(strip, top);
    for (let y = 0; y < strip.length / width; y++) {
      for (let x = 0; x < marked; x++) {
        const change = strip[y * width + x]! * scale;
        const at = ((top + y) * width + x) * channels;
        for (let c = 0; c < colours; c++) {
          data[at + c] = Math.min(Math.max(Math.round(data[at + c]! + change), 0), white);
        }
      }
    }
  });
}
