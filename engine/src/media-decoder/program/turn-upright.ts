// A picture as its display matrix says: quarter turns and mirrorings, which is all that cameras
// write.
import type { VideoPicture } from '../media-decoder.ts';

/** matrix: (x, y) is displayed at (a·x + c·y, b·x + d·y), as [a, b, c, d]. */
export function turnUpright(picture: VideoPicture, matrix: readonly number[] | null): VideoPicture {
  const { swaps, mirrorX, mirrorY } = turnOf(matrix);
  if (!swaps && !mirrorX && !mirrorY) return picture;
  const [width, height] = swaps ? [picture.height, picture.width] : [picture.width, picture.height];
  const luma = new Uint8Array(width * height);
  let from = 0;
  for (let y = 0; y < picture.height; y += 1) {
    for (let x = 0; x < picture.width; x += 1, from += 1) {
      const [shownX, shownY] = swaps ? [y, x] : [x, y];
      const column = mirrorX ? width - 1 - shownX : shownX;
      const row = mirrorY ? height - 1 - shownY : shownY;
      luma[row * width + column] = picture.luma[from]!;
    }
  }
  return { ...picture, luma, width, height };
}

/** The same as Exif counts it, 1 to 8. */
export function orientationOf(matrix: readonly number[] | null): number {
  const { swaps, mirrorX, mirrorY } = turnOf(matrix);
  if (swaps) return mirrorX ? (mirrorY ? 7 : 6) : mirrorY ? 8 : 5;
  return mirrorX ? (mirrorY ? 3 : 2) : mirrorY ? 4 : 1;
}

function turnOf(matrix: readonly number[] | null) {
  const [a, b, c, d] = (matrix ?? [1, 0, 0, 1]) as [number, number, number, number];
  const swaps = Math.abs(b) > Math.abs(a);
  const [mirrorX, mirrorY] = swaps ? [c < 0, b < 0] : [a < 0, d < 0];
  return { swaps, mirrorX, mirrorY };
}
