// Edits of a picture as people make them, with a mask of the edited part: parts painted over,
// pasted from another picture, smeared away and moved, in shapes of many kinds. The same seed gives
// the same edit.
import sharp from 'sharp';
import type { Picture } from './image-attacks.ts';

export interface Edit {
  readonly picture: Picture;
  /** 1 if a pixel was edited. */
  readonly mask: Uint8Array;
  /** Share of the picture's area. */
  readonly share: number;
}

export const EDITS = ['paint', 'paste', 'blur', 'move'] as const;
export type EditKind = (typeof EDITS)[number];

const [LEAST_SHARE, MOST_SHARE] = [0.03, 0.3];

/** other: a picture to paste from. */
export async function editPicture(
  picture: Picture,
  kind: EditKind,
  other: Picture,
  random: () => number,
): Promise<Edit> {
  const mask = drawMask(picture.width, picture.height, random);
  const { width, height } = picture;
  const source = await sourceOf(kind, picture, other, mask, random);
  const data = Buffer.from(picture.data);
  let touched = 0;
  for (let i = 0; i < width * height; i++) {
    if (!mask[i]) continue;
    touched++;
    for (let c = 0; c < 3; c++) data[i * 3 + c] = source[i * 3 + c]!;
  }
  return { picture: { data, width, height }, mask, share: touched / (width * height) };
}

async function sourceOf(
  kind: EditKind,
  { data, width, height }: Picture,
  other: Picture,
  mask: Uint8Array,
  random: () => number,
): Promise<Uint8Array> {
  const raw = { width, height, channels: 3 } as const;
  switch (kind) {
    case 'paint':
      return paint(width, height, random);
    case 'paste':
      return sharp(other.data, { raw: { ...raw, width: other.width, height: other.height } })
        .resize(width, height, { fit: 'cover' })
        .raw()
        .toBuffer();
    case 'blur':
      return sharp(data, { raw })
        .blur(4 + Math.min(width, height) * (0.008 + 0.02 * random()))
        .raw()
        .toBuffer();
    case 'move':
      return moved(data, width, height, mask, random);
  }
}

// A color with the strokes of a brush: slow waves of a few levels along a random direction.
function paint(width: number, height: number, random: () => number): Uint8Array {
  const painted = new Uint8Array(width * height * 3);
  const colour = [random(), random(), random()].map((value) => 20 + 215 * value);
  const [angle, strokes, depth] = [random() * Math.PI, 3 + random() * 12, 2 + random() * 10];
  const [alongX, alongY] = [Math.cos(angle), Math.sin(angle)];
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const across = (x * alongX + y * alongY) / strokes;
      const along = (y * alongX - x * alongY) / (strokes * 9);
      const wave = depth * Math.sin(across + 2 * Math.sin(along + Math.floor(across / Math.PI) * 1.7));
      for (let c = 0; c < 3; c++, at++) painted[at] = Math.min(Math.max(Math.round(colour[c]! + wave), 0), 255);
    }
  }
  return painted;
}

// The picture shifted by a distance that puts other content into the mask.
function moved(data: Uint8Array, width: number, height: number, mask: Uint8Array, random: () => number): Uint8Array {
  const first = mask.indexOf(1);
  const byX = Math.round(width * (0.2 + 0.5 * random())) * (first % width > width / 2 ? -1 : 1);
  const byY = Math.round(height * (0.1 + 0.3 * random()));
  const shifted = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) {
    const from = (y + byY) % height;
    for (let x = 0; x < width; x++) {
      const at = (from * width + ((x + byX + width) % width)) * 3;
      for (let c = 0; c < 3; c++) shifted[(y * width + x) * 3 + c] = data[at + c]!;
    }
  }
  return shifted;
}

/** An ellipse, a turned rectangle or a blob, somewhere in the picture. */
export function drawMask(width: number, height: number, random: () => number): Uint8Array {
  const share = LEAST_SHARE * (MOST_SHARE / LEAST_SHARE) ** random();
  const shape = Math.floor(random() * 3);
  const stretch = Math.exp((random() - 0.5) * 1.4);
  const angle = random() * Math.PI;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [centreX, centreY] = [width * (0.2 + 0.6 * random()), height * (0.2 + 0.6 * random())];
  const phase = random() * 6;
  const isIn = (x: number, y: number, size: number) => {
    const u = ((x - centreX) * cos + (y - centreY) * sin) / (size * stretch);
    const v = ((y - centreY) * cos - (x - centreX) * sin) / (size / stretch);
    if (shape === 0) return u * u + v * v < 1;
    if (shape === 1) return Math.abs(u) < 0.9 && Math.abs(v) < 0.9;
    const turn = Math.atan2(v, u);
    return Math.hypot(u, v) < 1 + 0.25 * Math.sin(3 * turn + phase) + 0.12 * Math.sin(7 * turn - phase);
  };
  const mask = new Uint8Array(width * height);
  // Parts outside the picture do not count, so the size is found by trial on a coarse grid.
  let [small, large] = [0, Math.max(width, height)];
  for (let round = 0; round < 16; round++) {
    const size = (small + large) / 2;
    let inside = 0;
    for (let y = 0; y < 64; y++) {
      for (let x = 0; x < 64; x++) if (isIn(((x + 0.5) * width) / 64, ((y + 0.5) * height) / 64, size)) inside++;
    }
    if (inside / 4096 < share) small = size;
    else large = size;
  }
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) if (isIn(x, y, large)) mask[y * width + x] = 1;
  return mask;
}
