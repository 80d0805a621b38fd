// Linear maps from the marked original's pixels to the pixels of a given picture, about the centers
// of both.

/** (xx, xy, yx, yy): picture x = xx·x + xy·y, picture y = yx·x + yy·y. */
export type Linear = readonly [number, number, number, number];

export interface Affine {
  linear: Linear;
  x0: number;
  y0: number;
}

export function rotationScale(scale: number, angle: number): Linear {
  const c = scale * Math.cos(angle);
  const s = scale * Math.sin(angle);
  return [c, -s, s, c];
}

export function compose([a, b, c, d]: Linear, [e, f, g, h]: Linear): Linear {
  return [a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h];
}

/**
 * The affine map with this linear part that takes the center of a (width × height) plane to another
 * center.
 */
export function centred(linear: Linear, width: number, height: number, centreX: number, centreY: number): Affine {
  const [xx, xy, yx, yy] = linear;
  const x = (width - 1) / 2;
  const y = (height - 1) / 2;
  return { linear, x0: centreX - xx * x - xy * y, y0: centreY - yx * x - yy * y };
}

/** The same map with the plane's origin moved by (x, y). */
export function shifted({ linear, x0, y0 }: Affine, x: number, y: number): Affine {
  const [xx, xy, yx, yy] = linear;
  return { linear, x0: x0 + xx * x + xy * y, y0: y0 + yx * x + yy * y };
}

/**
 * The place of another plane in a picture: its pixel (x, y) is the picture's (left + scale · x, top
 * + scale · y).
 */
export interface Inset {
  readonly scale: number;
  readonly left: number;
  readonly top: number;
}

/** A map into a plane, as a map into the picture around the plane. */
export function within({ linear, x0, y0 }: Affine, { scale, left, top }: Inset): Affine {
  const [xx, xy, yx, yy] = linear;
  return { linear: [scale * xx, scale * xy, scale * yx, scale * yy], x0: left + scale * x0, y0: top + scale * y0 };
}

export function inverse({ linear: [a, b, c, d], x0, y0 }: Affine): Affine {
  const determinant = a * d - b * c;
  const linear: Linear = [d / determinant, -b / determinant, -c / determinant, a / determinant];
  return { linear, x0: -linear[0] * x0 - linear[1] * y0, y0: -linear[2] * x0 - linear[3] * y0 };
}
