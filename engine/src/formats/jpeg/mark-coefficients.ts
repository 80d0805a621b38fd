// The watermark and the perceptual hash on the coefficients of a JPEG: no second lossy generation,
// chroma untouched. Every coefficient outside the mark's four positions stays bit-identical, except
// for the residual of the neural mark.
import type { BlockGrid } from '../../watermarks/dct-image/block-transform.ts';
import { demodulate } from '../../watermarks/dct-image/demodulate.ts';
import type { MarkOptions } from '../../watermarks/dct-image/pixels.ts';
import { planReadableMark } from '../../watermarks/dct-image/plan-mark.ts';
import { readTile } from '../../watermarks/dct-image/read-tile.ts';
import type { FoundMark } from '../../watermarks/error-correction/piloted-id.ts';
import type { MarkedPicture } from '../media-format.ts';
import { addResidual } from './add-residual.ts';
import type { JpegCoefficients } from './coefficients.ts';
import { recode } from './recode.ts';

const FIRST_MARKED = 6; // zigzag
const LAST_MARKED = 9;
const LARGEST_VALUE = 1023; // T.81 F.1.2.2 for 8-bit samples

/**
 * The components that carry luminance, and their sign. Null if the structure of the file allows no
 * mark.
 */
export function luminanceOf({
  frame,
  adobeTransform,
}: JpegCoefficients): { components: number[]; sign: number } | null {
  const { components } = frame;
  // Adobe stores ink inverted: C, M, Y brighten like R, G, B, but the Y of YCCK is that of the ink.
  const separate = components.length === 4 ? adobeTransform === 0 : components.length === 3 && isRgb();
  const indices = separate ? [0, 1, 2] : [0];
  const full = indices.every((i) =>
    components.every(({ across, down }) => across <= components[i]!.across && down <= components[i]!.down),
  );
  if (!full || (components.length === 4 && adobeTransform === null) || components.length === 2) return null;
  return { components: indices, sign: components.length === 4 && !separate ? -1 : 1 };

  function isRgb(): boolean {
    const identifiers = components.map(({ identifier }) => String.fromCharCode(identifier)).join('');
    return adobeTransform === 0 || (adobeTransform === null && identifiers === 'RGB');
  }
}

/** Blocks of one component as the watermark sees them, whole blocks only. */
export function blocksOf(image: JpegCoefficients, component: number, sign: number): BlockGrid {
  const { workspace, frame, planes, steps } = image;
  const columns = frame.width >> 3;
  const rows = frame.height >> 3;
  const mark = workspace.mark();
  const table = workspace.reserve(128);
  const coefficients = workspace.reserve(columns * rows * 16);
  const activity = workspace.reserve(columns * rows * 4);
  workspace.shorts(table, 64).set(steps[component]!);
  const { storedColumns } = frame.components[component]!;
  workspace.kernels.readBlocks(planes[component]!, storedColumns, columns, rows, table, coefficients, activity);
  const grid = {
    columns,
    rows,
    coefficients: workspace.floats(coefficients, columns * rows * 4).slice(),
    activity: workspace.floats(activity, columns * rows).slice(),
  };
  workspace.release(mark);
  return sign > 0 ? grid : { ...grid, coefficients: grid.coefficients.map((value) => -value) };
}

/**
 * The file with the id in it, and with the residual of the neural mark if there is one. Null if its
 * structure allows no mark, or if no mark could be read from it (very coarse, or small and busy)
 * and there is no residual either.
 */
export function markCoefficients(
  image: JpegCoefficients,
  id: string,
  { residual, amplitude = 1 }: MarkOptions = {},
): MarkedPicture | null {
  const luminance = luminanceOf(image);
  if (!luminance) return null;
  const { components, sign } = luminance;
  if (residual) addResidual(image, luminance, residual, LARGEST_VALUE);
  const grid = blocksOf(image, components[0]!, sign);
  const steps = [...image.steps[components[0]!]!.subarray(FIRST_MARKED, LAST_MARKED + 1)];
  const changes = planReadableMark(grid, id, { steps, amplitude });
  if (!changes && !residual) return null;
  if (changes) for (const component of components) addChanges(image, component, grid, changes, sign);
  const [first, last] = residual ? [0, 63] : [FIRST_MARKED, LAST_MARKED];
  return { bytes: recode(image, components, first, last), resilient: changes !== null };
}

function addChanges(
  image: JpegCoefficients,
  component: number,
  grid: BlockGrid,
  changes: Float32Array,
  sign: number,
): void {
  const { workspace, frame, planes, steps } = image;
  const { storedColumns, storedRows } = frame.components[component]!;
  const plane = workspace.shorts(planes[component]!, storedColumns * storedRows * 64);
  const scale = [...steps[component]!.subarray(FIRST_MARKED, LAST_MARKED + 1)].map((step) => sign / step);
  for (let row = 0, at = 0; row < grid.rows; row++) {
    for (let column = 0; column < grid.columns; column++) {
      const block = (row * storedColumns + column) * 64 + FIRST_MARKED;
      for (let k = 0; k < 4; k++, at++) {
        const value = plane[block + k]! + Math.round(changes[at]! * scale[k]!);
        plane[block + k] = Math.min(Math.max(value, -LARGEST_VALUE), LARGEST_VALUE);
      }
    }
  }
}

/** Reads the mark where it was added: the fast path for a file that was not cropped or scaled. */
export function readCoefficientMark(image: JpegCoefficients): FoundMark | null {
  const luminance = luminanceOf(image);
  return luminance && readTile(demodulate(blocksOf(image, luminance.components[0]!, luminance.sign), 0, 0));
}
