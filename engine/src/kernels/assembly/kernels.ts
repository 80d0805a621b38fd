// The entry of the WebAssembly module: every kernel works on addresses of one imported memory and
// allocates nothing.
export { analyseBlocks, synthesiseBlocks } from './blocks';
export { flattenedPower, fourier, peaksAboveRing } from './fourier';
export { readBlocks } from './jpeg-blocks';
export { decodeScan } from './jpeg-decode';
export { encodeScan } from './jpeg-encode';
export { foldLevels, measureLevels, sumBands, sumPilots } from './levels';
export { foldTile, halve, warp, whiten } from './plane';
export { addResidual, enlarge } from './residual';
export { addFramePowers, addFrames, analyseFrames, framePowers, resampleSound } from './sound';
export { advancePaths } from './trellis';

export function firstFreeAddress(): usize {
  return (__heap_base + 15) & ~15;
}
