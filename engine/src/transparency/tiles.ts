// Tiles as C2SP tlog-tiles defines them: paths, growth and entry bundles. A tile has up to 256
// hashes. A hash of a level above 0 is the root of a full tile of the level below.
import { concatBytes, hashSize, isHash, isSize, readSize } from './bytes.ts';
import { hashComplete, hashesAtLevel, readWholeTile, TILE_WIDTH, type TileReader } from './merkle-tree.ts';

export { TILE_WIDTH } from './merkle-tree.ts';

export type TileLevel = number | 'entries';

export interface TilePlace {
  readonly level: TileLevel;
  readonly index: number;
  readonly width: number;
}

export interface Tile {
  readonly level: number;
  readonly index: number;
  /** 1 to 256 hashes of 32 bytes. */
  readonly hashes: Uint8Array;
}

const highestLevel = 63;
const longestPath = 64;
const largestEntry = 65_535;

/** The path below the URL of the log, such as `tile/0/x001/234.p/5` or `tile/entries/000`. */
export function tilePath(level: TileLevel, index: number, width: number): string {
  if (!isTilePlace(level, index, width)) throw new RangeError(`There is no tile ${level}/${index} of width ${width}.`);
  return `tile/${level}/${writeIndex(index)}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

/** Null unless the path is exactly what tilePath writes. */
export function readTilePath(path: string): TilePlace | null {
  if (typeof path !== 'string' || path.length > longestPath) return null;
  const parts = /^tile\/(entries|[0-9]{1,2})\/((?:x[0-9]{3}\/)*[0-9]{3})(?:\.p\/([0-9]{1,3}))?$/.exec(path);
  if (!parts) return null;
  const level = parts[1] === 'entries' ? 'entries' : Number(parts[1]);
  const index = Number(parts[2]!.replaceAll(/[x/]/g, ''));
  const width = parts[3] === undefined ? TILE_WIDTH : readSize(parts[3]);
  if (width === null || !isTilePlace(level, index, width) || tilePath(level, index, width) !== path) return null;
  return { level, index, width };
}

function isTilePlace(level: TileLevel, index: number, width: number): boolean {
  const levelExists = level === 'entries' || (isSize(level) && level <= highestLevel);
  return levelExists && isSize(index) && isSize(width) && width >= 1 && width <= TILE_WIDTH;
}

/** Three digits for each path element, and an `x` before each except the last. */
function writeIndex(index: number): string {
  const digits = String(index);
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0');
  const elements = padded.match(/[0-9]{3}/g)!;
  return [...elements.slice(0, -1).map((element) => `x${element}`), elements.at(-1)].join('/');
}

/**
 * Appends leaf hashes to a tree of this size. Returns the whole new contents of every changed tile,
 * level by level, and reads at most one tile of each level.
 */
export async function extendTiles(size: number, leafHashes: readonly Uint8Array[], tiles: TileReader): Promise<Tile[]> {
  if (!isSize(size) || !isSize(size + leafHashes.length)) throw new RangeError(`A tree of size ${size} cannot grow.`);
  if (!leafHashes.every(isHash)) throw new RangeError('A leaf hash has 32 bytes.');
  const changed: Tile[] = [];
  let added = concatBytes(leafHashes);
  for (let level = 0; added.length > 0; level += 1) {
    const before = hashesAtLevel(size, level);
    const rest = before % TILE_WIDTH;
    const index = (before - rest) / TILE_WIDTH;
    const row = rest === 0 ? added : concatBytes([await readWholeTile(tiles, level, index, rest), added]);
    const grown = splitRow(level, index, row);
    changed.push(...grown);
    const full = grown.filter(({ hashes }) => hashes.length === TILE_WIDTH * hashSize);
    added = concatBytes(full.map(({ hashes }) => hashComplete(hashes)));
  }
  return changed;
}

function splitRow(level: number, firstIndex: number, row: Uint8Array): Tile[] {
  const tileSize = TILE_WIDTH * hashSize;
  return Array.from({ length: Math.ceil(row.length / tileSize) }, (_, at) => ({
    level,
    index: firstIndex + at,
    hashes: row.slice(at * tileSize, (at + 1) * tileSize),
  }));
}

/** 1 to 256 entries, each with its length in two bytes before it. */
export function writeEntryBundle(entries: readonly Uint8Array[]): Uint8Array {
  if (entries.length < 1 || entries.length > TILE_WIDTH) throw new RangeError('A bundle has 1 to 256 entries.');
  const parts = entries.flatMap((entry) => {
    if (entry.length > largestEntry) throw new RangeError('An entry has at most 65,535 bytes.');
    return [Uint8Array.of(Math.floor(entry.length / 256), entry.length % 256), entry];
  });
  return concatBytes(parts);
}

export function readEntryBundle(bytes: Uint8Array): Uint8Array[] | null {
  const entries: Uint8Array[] = [];
  let at = 0;
  while (at < bytes.length) {
    if (entries.length === TILE_WIDTH || at + 2 > bytes.length) return null;
    const end = at + 2 + bytes[at]! * 256 + bytes[at + 1]!;
    if (end > bytes.length) return null;
    entries.push(bytes.slice(at + 2, end));
    at = end;
  }
  return entries.length > 0 ? entries : null;
}
