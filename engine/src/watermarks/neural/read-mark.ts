// The neural mark of a picture: searched in the picture as displayed, then without its borders,
// then for crops and for pictures that are small on a page, then turned and mirrored. Each view
// costs a run of the decoder and its share of the chance of a false accept.
import { type Box, findInner } from './borders.ts';
import { isFaint, isSure, pictureWording, readShifts } from './code-word.ts';
import type { ImageNetworks } from './networks.ts';
import { SIDE, type SmallPicture } from './small-picture.ts';
import { moved, planesOfView, resample, type View, viewOf } from './view.ts';

/** The side to which a picture is shrunk. All views are made from it. */
export const VIEWED_SIDE = 512;
// A crop to half of each side shows the mark at its own scale if it is 128 pixels wide. The decoder
// tolerates an eighth more or less.
const CROPPED_SIDES = [192, 160, 128];
// The smallest of them shows every bit once, and the decoder looks in steps of 32 pixels. It is
// read between these steps too.
const SMALLEST_SIDE = 128;
const BETWEEN = [
  [16, 16],
  [16, 0],
  [0, 16],
] as const;
const FRAMED_SIDE = 320;
/** Exif orientations: as stored, upside down, on either side, mirrored either way. */
const ORIENTATIONS = [1, 3, 6, 8, 2, 4];
const MOST_TURNS = 5;
/** For each Exif orientation from 1: the same upside down. */
const ON_ITS_HEAD = [3, 4, 1, 2, 7, 8, 5, 6];
/** Number of pictures of a video that are read whole, and in every other view. */
export const MOST_KEYFRAMES = 4;
const FEW_KEYFRAMES = 2;

/** Returns the picture, or a part of it, at VIEWED_SIDE. */
export type Shrink = (part?: Box) => Promise<SmallPicture>;

export async function readNeuralMark(networks: ImageNetworks, shrink: Shrink): Promise<string | null> {
  return readPictures(networks, [shrink], 1);
}

/**
 * For a video: pictures with the same mark at the same place. No more are requested once it is
 * found.
 */
export async function readKeyframes(networks: ImageNetworks, keyframes: AsyncIterable<Shrink>): Promise<string | null> {
  return readPictures(networks, keyframes, MOST_KEYFRAMES);
}

// Several pictures together can show what one shows too faintly: the logits of a view are added up
// from picture to picture.
async function readPictures(
  networks: ImageNetworks,
  pictures: AsyncIterable<Shrink> | Iterable<Shrink>,
  most: number,
): Promise<string | null> {
  const wording = { ...pictureWording, mostWords: most * pictureWording.mostWords };
  const vain = new Set<number>();
  for await (const { from, view, turn } of views(pictures, most, vain)) {
    let sum: Float32Array | undefined;
    let orientation = 1;
    let added = 0;
    for await (const picture of from) {
      orientation = turn ?? picture.orientation;
      const logits = await networks.decode(planesOfView(await view(picture), orientation));
      sum = sum?.map((value, i) => value + logits[i]!) ?? logits;
      added += 1;
      const reading = readShifts(sum, wording);
      if (isSure(reading, wording)) return reading.id;
    }
    if (view === wholeOf && sum && isFaint(sum, added)) vain.add(ON_ITS_HEAD[orientation - 1]!);
  }
  return null;
}

interface Seen {
  readonly shrink: Shrink;
  readonly large: View;
  readonly whole: View;
  readonly orientation: number;
}

interface Views {
  readonly from: AsyncIterable<Seen> | Iterable<Seen>;
  readonly view: (picture: Seen) => View | Promise<View>;
  /** Exif orientation, if it is not the picture's own. */
  readonly turn?: number;
}

const wholeOf = ({ whole }: Seen) => whole;

// At most fourteen per picture, with sixteen shifts each, which is below the number of words that
// the wording allows. vain: orientations that are known to be useless by then.
async function* views(
  pictures: AsyncIterable<Shrink> | Iterable<Shrink>,
  most: number,
  vain: ReadonlySet<number>,
): AsyncGenerator<Views> {
  const seen: Seen[] = [];
  yield { from: see(pictures, seen, most), view: wholeOf };
  const few = seen.slice(0, FEW_KEYFRAMES);
  const inner = few.map(({ whole }) => findInner(whole)).find((box) => box !== null);
  if (inner) yield { from: few, view: async ({ shrink }) => resample(viewOf(await shrink(inner)), SIDE) };
  for (const side of [...CROPPED_SIDES, FRAMED_SIDE]) yield { from: few, view: ({ large }) => resample(large, side) };
  for (const [left, top] of BETWEEN)
    yield { from: few, view: ({ large }) => moved(resample(large, SMALLEST_SIDE), left, top) };
  const turns = ORIENTATIONS.filter((each) => each !== few[0]?.orientation).slice(0, MOST_TURNS);
  for (const turn of turns) if (!vain.has(turn)) yield { from: few, view: wholeOf, turn };
}

/** Looks at the pictures in order and keeps them. */
async function* see(pictures: AsyncIterable<Shrink> | Iterable<Shrink>, seen: Seen[], most: number) {
  for await (const shrink of pictures) {
    const small = await shrink();
    const large = viewOf(small);
    const picture = { shrink, large, whole: resample(large, SIDE), orientation: small.orientation };
    seen.push(picture);
    yield picture;
    if (seen.length === most) return;
  }
}
