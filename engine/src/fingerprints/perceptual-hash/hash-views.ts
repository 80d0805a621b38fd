// The perceptual hashes of a picture in the views in which its marks are read: as displayed,
// without borders of one color, turned by quarters and mirrored. One hash of a screenshot or of a
// mirrored copy is the hash of the original picture.
import { findInner } from '../../watermarks/neural/borders.ts';
import { placesOf } from '../../watermarks/neural/small-picture.ts';
import type { View } from '../../watermarks/neural/view.ts';
import { averages, hashAverages, SIDE } from './perceptual-hash.ts';

/** As in Exif. */
const orientations = [1, 2, 3, 4, 5, 6, 7, 8];

/** The picture as stored. orientation: how it is displayed. The displayed view comes first. */
export function* hashViews(stored: View, orientation: number): Generator<string> {
  const { luma, side } = stored;
  const whole = averages(luma, side, side, side);
  yield hashTurned(whole, orientation);
  const inner = averagesOfInner(stored);
  if (inner) yield hashTurned(inner, orientation);
  for (const turn of orientations) if (turn !== orientation) yield hashTurned(whole, turn);
}

function averagesOfInner(view: View): Float64Array | null {
  const inner = findInner(view);
  if (!inner) return null;
  const { luma, side } = view;
  const [left, top] = [inner.left * side, inner.top * side];
  return averages(luma.subarray(top * side + left), side, inner.right * side - left, inner.bottom * side - top);
}

// A square turns by exchanging its cells.
function hashTurned(cells: Float64Array, orientation: number): string {
  const places = placesOf(orientation, SIDE);
  return hashAverages(cells.map((_, shown) => cells[places[shown]!]!));
}
