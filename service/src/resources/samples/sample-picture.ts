// The picture of the samples: a sunrise over hills, drawn by arithmetic, with grain like a
// photograph, so that a watermark fits. The change adds a second sun.
import type { Pixels } from './png-pixels.ts';

const [width, height] = [480, 320];
type Color = readonly [red: number, green: number, blue: number];
const [night, dawn, sun, far, near]: Color[] = [
  [36, 52, 94],
  [236, 168, 104],
  [255, 231, 170],
  [74, 70, 92],
  [31, 38, 46],
];

export function drawSunrise(): Pixels {
  const data = new Uint8Array(width * height * 3);
  const nextGrain = makeGrain(1);
  for (let at = 0; at < width * height; at += 1) {
    const color = colorAt(at % width, Math.floor(at / width));
    const grain = nextGrain();
    for (let channel = 0; channel < 3; channel += 1) data[at * 3 + channel] = clamp(color[channel]! + grain);
  }
  return { width, height, data };
}

/** The same pixels with a second sun over them. */
export function addSun({ data, ...size }: Pixels): Pixels {
  const changed = new Uint8Array(data);
  const [x, y, radius] = [120, 96, 64];
  const nextGrain = makeGrain(2);
  for (let row = y - radius; row <= y + radius; row += 1) {
    for (let column = x - radius; column <= x + radius; column += 1) {
      if (Math.hypot(column - x, row - y) > radius) continue;
      const grain = nextGrain();
      changed.set(
        sun!.map((channel) => clamp(channel - 20 + grain)),
        (row * width + column) * 3,
      );
    }
  }
  return { ...size, data: changed };
}

function colorAt(x: number, y: number): Color {
  if (y > 268 + 14 * Math.sin(x / 61) + 6 * Math.sin(x / 17)) return near!;
  if (y > 214 + 26 * Math.sin(x / 83 + 2) + 8 * Math.sin(x / 29)) return far!;
  if (Math.hypot(x - 330, y - 176) < 34) return sun!;
  const share = y / 250;
  return night!.map((channel, place) => channel + (dawn![place]! - channel) * share) as unknown as Color;
}

/** The linear congruence of Numerical Recipes: the same picture on every machine. */
function makeGrain(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 24) / 10 - 13;
  };
}

function clamp(value: number): number {
  return Math.min(255, Math.max(0, Math.round(value)));
}
