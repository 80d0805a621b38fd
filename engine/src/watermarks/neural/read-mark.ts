// The neural mark of a picture: sought in the picture as it is shown, then without its borders, then as what a crop has left,
// or a page around it has made small; then turned and mirrored. Each view costs a run of the decoder and its share of the chance of
// a false accept.
import { type Box, findInner } from './borders.ts';
import { isSure, type Reading, readShifts } from './code-word.ts';
import type { ImageNetworks } from './networks.ts';
import { SIDE, type SmallPicture } from './small-picture.ts';
import { planesOfView, resample, type View, viewOf } from './view.ts';

/** The side to shrink a picture to, from which all views are made. */
export const VIEWED_SIDE = 512;
// A crop to half of each side shows the mark at its own scale when it is 128 pixels wide; the decoder bears an eighth more or less.
const CROPPED_SIDES = [192, 160, 128];
const FRAMED_SIDE = 320;
/** Exif orientations: as stored, on its head, on either side, mirrored. */
const ORIENTATIONS = [1, 3, 6, 8, 2];
const MOST_TURNS = 4;

/** shrink: gives the picture, or a part of it, at VIEWED_SIDE. */
export async function readNeuralMark(
  networks: ImageNetworks,
  shrink: (part?: Box) => Promise<SmallPicture>,
): Promise<string | null> {
  for await (const [view, orientation] of views(await shrink(), shrink)) {
    const reading = await readView(networks, view, orientation);
    if (isSure(reading)) return reading.id;
  }
  return null;
}

// Ten at most, of sixteen shifts each: the words that the wording allows for are not reached.
async function* views(picture: SmallPicture, shrink: (part: Box) => Promise<SmallPicture>) {
  const { orientation } = picture;
  const large = viewOf(picture);
  const whole = resample(large, SIDE);
  yield [whole, orientation] as const;
  const inner = findInner(whole);
  if (inner) yield [resample(viewOf(await shrink(inner)), SIDE), orientation] as const;
  for (const side of [...CROPPED_SIDES, FRAMED_SIDE]) yield [resample(large, side), orientation] as const;
  const others = ORIENTATIONS.filter((other) => other !== orientation).slice(0, MOST_TURNS);
  for (const other of others) yield [whole, other] as const;
}

/** The likeliest id of one view, and how sure it is. */
export async function readView(networks: ImageNetworks, view: View, orientation: number): Promise<Reading> {
  return readShifts(await networks.decode(planesOfView(view, orientation)));
}
