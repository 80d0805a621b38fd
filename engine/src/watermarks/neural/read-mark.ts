// The neural mark of a picture: sought in the picture as it is shown, then without its borders, then turned and mirrored. Each
// view costs a run of the decoder and its share of the chance of a false accept.
import { type Box, findInner } from './borders.ts';
import { isSure, MOST_VIEWS, type Reading, readLogits } from './code-word.ts';
import type { ImageNetworks } from './networks.ts';
import { planesOf, type SmallPicture } from './small-picture.ts';

/** Exif orientations: as stored, on its head, on either side, mirrored. */
const ORIENTATIONS = [1, 3, 6, 8, 2];

/** shrink: gives the picture, or a part of it, at model size. */
export async function readNeuralMark(
  networks: ImageNetworks,
  shrink: (part?: Box) => Promise<SmallPicture>,
): Promise<string | null> {
  const whole = await shrink();
  for await (const [picture, orientation] of views(whole, shrink)) {
    const reading = await readView(networks, picture, orientation);
    if (isSure(reading)) return reading.id;
  }
  return null;
}

async function* views(whole: SmallPicture, shrink: (part: Box) => Promise<SmallPicture>) {
  const { orientation } = whole;
  yield [whole, orientation] as const;
  const inner = findInner(whole);
  if (inner) yield [await shrink(inner), orientation] as const;
  const others = ORIENTATIONS.filter((other) => other !== orientation).slice(0, MOST_VIEWS - 2);
  for (const other of others) yield [whole, other] as const;
}

/** The likeliest id of one view, and how sure it is. */
export async function readView(
  networks: ImageNetworks,
  { pixels }: SmallPicture,
  orientation: number,
): Promise<Reading> {
  return readLogits(await networks.decode(planesOf(pixels, orientation)));
}
