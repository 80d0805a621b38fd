// Adds the residual of the neural mark to the coefficients of a JPEG: enlarged by one row of blocks
// at a time, transformed, and added in whole quantizer steps. It finds one gain for the picture by
// trial, so that the change that survives the steps is as strong as intended.
import { COSINES } from '../../watermarks/dct-image/block-transform.ts';
import { EnlargedResidual, type Residual } from '../../watermarks/neural/residual.ts';
import type { JpegCoefficients } from './coefficients.ts';

const SAMPLED_ROWS = 16;
const ROUNDS = 8;
// Coarse steps swallow small changes. Beyond this gain, the few that remain would be visible.
const LARGEST_GAIN = 2.5;
const SMALLEST_GAIN = 0.5;

const TRANSPOSED = COSINES.map((_, i) => COSINES[(i & 7) * 8 + (i >> 3)]!);

/** components, sign: those that carry luminance. largest: the limit of a quantized coefficient. */
export function addResidual(
  image: JpegCoefficients,
  { components, sign }: { components: readonly number[]; sign: number },
  residual: Residual,
  largest: number,
): void {
  const { workspace, frame } = image;
  const mark = workspace.mark();
  const { blockColumns, blockRows, storedColumns } = frame.components[components[0]!]!;
  const stride = blockColumns * 8;
  const enlarged = new EnlargedResidual(workspace, residual, frame.width, frame.height);
  const strip = workspace.reserve(stride * 8 * 4);
  const scales = workspace.reserve(256);
  const weights = workspace.reserve(256);
  const [cosines, transposed] = [workspace.keep(COSINES), workspace.keep(TRANSPOSED)];

  const addRow = (component: number, row: number, write: boolean) => {
    const plane = image.planes[component]! + row * storedColumns * 128;
    enlarged.write(strip, stride, row * 8, 8);
    return workspace.kernels.addResidual(
      strip,
      stride,
      blockColumns,
      plane,
      scales,
      weights,
      cosines,
      transposed,
      largest,
      write,
    );
  };
  const setGain = (component: number, gain: number) => {
    const steps = image.steps[component]!;
    workspace.floats(scales, 64).set(Float32Array.from(steps, (step) => (sign * gain) / step));
    workspace.floats(weights, 64).set(Float32Array.from(steps, (step) => step * step));
  };
  const rows = Array.from(
    { length: Math.min(SAMPLED_ROWS, blockRows) },
    (_, i, sampled = Math.min(SAMPLED_ROWS, blockRows)) => Math.floor(((i + 0.5) * blockRows) / sampled),
  );
  const costOf = (gain: number) => {
    setGain(components[0]!, gain);
    return rows.reduce((sum, row) => sum + addRow(components[0]!, row, false), 0) / (rows.length * blockColumns * 64);
  };
  const gain = findGain(residual.power, costOf);
  for (const component of components) {
    setGain(component, gain);
    for (let row = 0; row < blockRows; row++) addRow(component, row, true);
  }
  workspace.release(mark);
}

function findGain(power: number, costOf: (gain: number) => number): number {
  let [low, high] = [SMALLEST_GAIN, LARGEST_GAIN];
  for (let round = 0; round < ROUNDS; round++) {
    const middle = (low + high) / 2;
    if (costOf(middle) < power) low = middle;
    else high = middle;
  }
  return low;
}
