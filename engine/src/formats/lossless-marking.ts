// Marks on pixels that are stored without loss. A graphic is small because most of it has one
// color, and marks end that. If its file would more than double, it carries only the neural mark,
// in squares of whole levels, whose rows repeat too, or none.
import { addInSquares, isGraphic, markPixels, type Pixels } from '../watermarks/dct-image/pixels.ts';
import type { Residual } from '../watermarks/neural/residual.ts';
import { amplitudeOf, type WatermarkStrength } from '../watermarks/strength.ts';
import type { MarkedPicture } from './media-format.ts';

const MOST_GROWTH = 2;

export interface LosslessPicture {
  readonly pixels: Pixels;
  readonly residual: Residual | null | undefined;
  readonly strength: WatermarkStrength;
  /** Size of the upload, in bytes. */
  readonly size: number;
  /**
   * In every way that the format supports, the usual one first. Which is smallest depends on the
   * graphic.
   */
  readonly encodings: readonly ((pixels: Pixels) => Promise<Uint8Array>)[];
}

/**
 * unreadable: no mark could be read from such pixels. flat: each mark would enlarge the file too
 * much.
 */
export async function markLossless(
  id: string,
  { pixels, residual, strength, size, encodings }: LosslessPicture,
): Promise<MarkedPicture | 'unreadable' | 'flat'> {
  const most = strength === 'strong' || !isGraphic(pixels) ? Number.POSITIVE_INFINITY : MOST_GROWTH * size;
  const both = copyOf(pixels);
  const resilient = markPixels(both, id, { amplitude: amplitudeOf[strength], residual });
  if (!resilient && !residual) return 'unreadable';
  const first = await encodings[0]!(both);
  if (first.length <= most) return { bytes: first, resilient };
  if (!residual) return 'flat';
  const alone = copyOf(pixels);
  addInSquares(alone, residual);
  const files = await Promise.all(encodings.map((encode) => encode(alone)));
  const smallest = files.reduce((least, file) => (file.length < least.length ? file : least));
  return smallest.length <= most ? { bytes: smallest, resilient: false } : 'flat';
}

function copyOf(pixels: Pixels): Pixels {
  const { data } = pixels;
  // A Buffer's own slice would share its memory.
  return { ...pixels, data: data instanceof Uint16Array ? Uint16Array.from(data) : Uint8Array.from(data) };
}
