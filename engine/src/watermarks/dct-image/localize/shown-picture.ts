// A picture as displayed: turned and mirrored as its Exif orientation (1 to 8) says.
export interface ShownPicture {
  readonly width: number;
  readonly height: number;
  /** The stored pixel that is displayed at (x, y). */
  storedAt(x: number, y: number): readonly [x: number, y: number];
}

export function shownPicture(width: number, height: number, orientation: number): ShownPicture {
  const isTurned = orientation >= 5;
  const mirrorsX = [2, 3, 7, 8].includes(orientation);
  const mirrorsY = [3, 4, 6, 7].includes(orientation);
  return {
    width: isTurned ? height : width,
    height: isTurned ? width : height,
    storedAt(x, y) {
      const [across, down] = isTurned ? [y, x] : [x, y];
      return [mirrorsX ? width - 1 - across : across, mirrorsY ? height - 1 - down : down];
    },
  };
}
