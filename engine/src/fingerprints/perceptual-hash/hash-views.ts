// The perceptual hashes of a picture in the views in which its marks are read: as it is shown, without borders of one colour,
// turned by quarters and mirrored. One of a screenshot or of a mirrored copy is the hash of the picture it was made from.
import { findInner } from '../../watermarks/neural/borders.ts';
import { placesOf } from '../../watermarks/neural/small-picture.ts';
import type { View } from '../../watermarks/neural/view.ts';
import { perceptualHash } from './perceptual-hash.ts';

/** Exif orientations other than upright. */
const turns = [2, 3, 4, 5, 6, 7, 8];

/** orientation: how the picture is shown, as in Exif. */
export function* hashViews(stored: View, orientation: number): Generator<string> {
  const shown = turn(stored, orientation);
  yield perceptualHash(shown.luma, shown.side);
  yield* hashInner(shown);
  for (const each of turns) yield perceptualHash(turn(shown, each).luma, shown.side);
}

function* hashInner(view: View): Generator<string> {
  const inner = findInner(view);
  if (!inner) return;
  const { luma, side } = view;
  const [left, top] = [inner.left * side, inner.top * side];
  const [width, height] = [inner.right * side - left, inner.bottom * side - top];
  yield perceptualHash(luma.subarray(top * side + left), side, width, height);
}

function turn({ luma, side }: View, orientation: number): View {
  return { luma: Float32Array.from(placesOf(orientation, side), (place) => luma[place]!), side };
}
