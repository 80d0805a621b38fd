// A plane of a picture in a workspace, and the kernels that look at one through an affine map. Only
// numbers cross into WebAssembly, so these two kernels take twelve arguments. Only this file lists
// them.
import type { Workspace } from '../../kernels/workspace.ts';
import type { Affine } from './geometry.ts';

/** Floats in a workspace. The width is a multiple of four. */
export interface Plane {
  address: number;
  width: number;
  height: number;
}

/** target(x, y) ← source(map(x, y)), cubic. */
export function warp(workspace: Workspace, source: Plane, target: Plane, { linear, x0, y0 }: Affine): void {
  const [xx, xy, yx, yy] = linear;
  const { address, width, height } = target;
  workspace.kernels.warp(source.address, source.width, source.height, address, width, height, xx, xy, x0, yx, yy, y0);
}

/** Adds source(map(x, y)), over the span, into the tile of 128 × 128 floats at that address. */
export function foldIntoTile(
  workspace: Workspace,
  source: Plane,
  tile: number,
  span: { readonly width: number; readonly height: number },
  { linear, x0, y0 }: Affine,
): void {
  const [xx, xy, yx, yy] = linear;
  const { address, width, height } = source;
  workspace.kernels.foldTile(address, width, height, tile, span.width, span.height, xx, xy, x0, yx, yy, y0);
}
