// A picture as the networks see it: RGB and always square. Because it is square, it turns and
// mirrors by exchanging pixels, so that one decoding serves every orientation.

/** The side at which a mark is added. */
export const SIDE = 256;

/** Interleaved RGB, as it is stored in the file. */
export interface SmallPicture {
  readonly pixels: Uint8Array;
  readonly side: number;
  /** Exif orientation, 1 to 8: how it is displayed. */
  readonly orientation: number;
}

// For each Exif orientation (Exif 2.32 §4.6.4): from a place of the picture as displayed to its
// place as stored.
const storedPlaces: readonly ((x: number, y: number, last: number) => readonly [number, number])[] = [
  (x, y) => [x, y],
  (x, y, last) => [last - x, y],
  (x, y, last) => [last - x, last - y],
  (x, y, last) => [x, last - y],
  (x, y) => [y, x],
  (x, y, last) => [y, last - x],
  (x, y, last) => [last - y, last - x],
  (x, y, last) => [last - y, x],
];

/** The picture under an orientation, in three planes of 0…1. */
export function planesOf({ pixels, side }: SmallPicture, orientation: number): Float32Array {
  const size = side * side;
  const planes = new Float32Array(3 * size);
  const places = placesOf(orientation, side);
  for (let shown = 0; shown < size; shown++) {
    const stored = places[shown]! * 3;
    for (let c = 0; c < 3; c++) planes[c * size + shown] = pixels[stored + c]! / 255;
  }
  return planes;
}

/** Values of the picture as displayed, in the layout of the stored picture. */
export function asStored(values: Float32Array, orientation: number): Float32Array {
  const turned = new Float32Array(values.length);
  const places = placesOf(orientation, Math.sqrt(values.length));
  for (let shown = 0; shown < values.length; shown++) turned[places[shown]!] = values[shown]!;
  return turned;
}

/** For each place of the picture as displayed, row by row: its place as stored. */
export function placesOf(orientation: number, side: number): Uint32Array {
  const placeOf = storedPlaces[orientation - 1] ?? storedPlaces[0]!;
  const at = (x: number, y: number) => {
    const [column, row] = placeOf(x, y, side - 1);
    return row * side + column;
  };
  // Every step across is the same step, and so is every step down.
  const [start, across, down] = [at(0, 0), at(1, 0) - at(0, 0), at(0, 1) - at(0, 0)];
  const places = new Uint32Array(side * side);
  for (let y = 0, shown = 0; y < side; y++) {
    for (let x = 0; x < side; x++, shown++) places[shown] = start + x * across + y * down;
  }
  return places;
}
