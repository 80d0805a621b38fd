// Where a picture that carries a known mark no longer carries it: what was painted over, pasted or
// moved there. Cells and regions are in pixels of the picture as displayed, however it was scaled
// or turned. A flat area has too little of the mark to tell and is unknown. A region that carries
// the mark can still have light edits.
import { type Affine, inverse } from '../geometry.ts';
import type { Luma } from '../luma-blocks.ts';
import { BlockEvidence } from './evidence.ts';
import { analyseMarked, analyseOn, isInPlace, type MarkedGrid } from './marked-grid.ts';
import { refinePlace } from './refine-place.ts';
import { boxesAround, connectedParts, isThick } from './regions.ts';
import { cellStates, type Segments, segment } from './segment.ts';
import { shownPicture } from './shown-picture.ts';

export interface ChangedRegion {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** 0 to 1: how certain it is that the region does not carry the mark. */
  readonly score: number;
}

export interface ChangeMap {
  readonly columns: number;
  readonly rows: number;
  /** Pixels of the picture along the side of a cell. */
  readonly cell: number;
  /** One of cellStates for each cell, row by row. */
  readonly values: Uint8Array;
}

export interface PictureChanges {
  /** The size of the picture as displayed. */
  readonly width: number;
  readonly height: number;
  /** Largest first. */
  readonly regions: ChangedRegion[];
  readonly map: ChangeMap;
}

export interface ReadablePicture {
  readonly luma: Luma;
  readonly width: number;
  readonly height: number;
  /** Exif orientation, 1 to 8. */
  readonly orientation: number;
}

const MOST_CELLS_ACROSS = 128;
const LEAST_CELL = 8;
const MOST_REGIONS = 64;
const LEARNING_ROUNDS = 2;
// Next to a hard edge, a flat strip of a scaled picture looks busy enough for a mark that was never
// there. Parts that are narrower than this many cells do not count.
const LEAST_THICKNESS = 5;
// Limits for a part that counts as changed: cells, the logarithm of its likelihood ratio, and how
// much of the mark can seem to remain in it beyond chance. In 95% of edits it was less than 0.04.
// If the mark is only weaker than expected, it is more than 0.1.
const LEAST_CELLS = 24;
const SURE = 40;
const MOST_LEFT = 0.05;
const CHANCE_DEVIATIONS = 2.5;

/** place: of the mark in the picture. Null: the picture is too large on the original's grid. */
export function localizeChanges(picture: ReadablePicture, id: string, place: Affine): PictureChanges | null {
  const grid = analyse(picture, id, place);
  if (!grid) return null;
  const segments = learnSegments(new BlockEvidence(grid, id), grid);
  return drawChanges(picture, segments, keepSureParts(segments), grid.place);
}

function analyse({ luma, width, height }: ReadablePicture, id: string, place: Affine): MarkedGrid | null {
  const grid = analyseMarked(luma, width, height, place);
  if (!grid || isInPlace(place)) return grid;
  return analyseOn(grid, luma, width, height, refinePlace(luma, width, height, grid, id));
}

// The strength of the mark is learned from all blocks first, then from those that seem to carry it.
function learnSegments(evidence: BlockEvidence, grid: MarkedGrid): Segments {
  const everything = () => true;
  let segments = segment(evidence.weigh(everything), grid.inside);
  for (let round = 0; round < LEARNING_ROUNDS; round++) {
    const { states, blocks, columns } = segments;
    const isUnchanged = (block: number) => {
      const [column, row] = [block % grid.columns, Math.floor(block / grid.columns)];
      return states[Math.floor(row / blocks) * columns + Math.floor(column / blocks)] !== cellStates.changed;
    };
    segments = segment(evidence.weigh(isUnchanged), grid.inside);
  }
  return segments;
}

// Parts that are possibly chance, or that carry a weaker mark than expected, count as marked.
// Returns how certain each cell is.
function keepSureParts({ states, support, information, presence, columns, rows }: Segments): Float32Array {
  const scores = new Float32Array(states.length);
  const sum = (values: Float32Array, cells: readonly number[]) =>
    cells.reduce((total, cell) => total + values[cell]!, 0);
  for (const part of connectedParts((cell) => states[cell] === cellStates.changed, columns, rows)) {
    const against = -sum(support, part);
    const told = sum(information, part);
    const left = Math.abs(sum(presence, part)) / told - CHANCE_DEVIATIONS / Math.sqrt(told);
    const isLarge = part.length >= LEAST_CELLS && isThick(part, columns, LEAST_THICKNESS);
    const isSure = isLarge && against >= SURE && left <= MOST_LEFT;
    for (const cell of part) {
      if (isSure) scores[cell] = 1 / (1 + Math.exp((SURE - against) / SURE - 2));
      else states[cell] = cellStates.marked;
    }
  }
  return scores;
}

function drawChanges(
  picture: ReadablePicture,
  segments: Segments,
  scores: Float32Array,
  place: Affine,
): PictureChanges {
  const { width, height, storedAt } = shownPicture(picture.width, picture.height, picture.orientation);
  const cell = Math.max(LEAST_CELL, Math.ceil(Math.max(width, height) / MOST_CELLS_ACROSS));
  const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)];
  const values = new Uint8Array(columns * rows);
  const ofCell = new Float32Array(columns * rows);
  const [xx, xy, yx, yy] = inverse(place).linear;
  const { x0, y0 } = inverse(place);
  const side = segments.blocks * 8;
  for (let at = 0; at < values.length; at++) {
    const centre = [(at % columns) + 0.5, Math.floor(at / columns) + 0.5] as const;
    const [x, y] = storedAt(Math.min(centre[0] * cell, width) - 0.5, Math.min(centre[1] * cell, height) - 0.5);
    const column = Math.floor((xx * x + xy * y + x0 + 0.5) / side);
    const row = Math.floor((yx * x + yy * y + y0 + 0.5) / side);
    if (column < 0 || row < 0 || column >= segments.columns || row >= segments.rows) continue;
    values[at] = segments.states[row * segments.columns + column]!;
    ofCell[at] = scores[row * segments.columns + column]!;
  }
  const parts = connectedParts((at) => values[at] === cellStates.changed, columns, rows);
  const regions = parts.flatMap((cells) =>
    boxesAround(cells, columns).map(({ left, top, right, bottom }) => ({
      x: left * cell,
      y: top * cell,
      width: Math.min(right * cell, width) - left * cell,
      height: Math.min(bottom * cell, height) - top * cell,
      score: ofCell[cells[0]!]!,
    })),
  );
  regions.sort((a, b) => b.width * b.height - a.width * a.height);
  return { width, height, regions: regions.slice(0, MOST_REGIONS), map: { columns, rows, cell, values } };
}
