// Reads the entries of a log up to a signed checkpoint and proves that its root follows from all of
// them. Every tile on the way is compared with what the entries give. Memory does not grow with the
// log, and a run that was stopped continues where it was.
import { hashLeaf, readEntryBundle, TILE_WIDTH, type Tile, tilePath } from '@content-provenance/engine/transparency';
import { type LogSource, Misfit } from './log-source.ts';
import { equalRoots, Misbehavior, type SignedCheckpoint } from './misbehavior.ts';
import type { TreeProgress } from './tree-progress.ts';

const hashSize = 32;
/** Bundles that are read at the same time. */
const together = 8;

export interface Following {
  readonly source: LogSource;
  readonly checkpoint: SignedCheckpoint;
  readonly progress: TreeProgress;
  /** Each entry once, in order, before `onProgress`. */
  onEntry(index: number, entry: Uint8Array): void;
  /** After every few bundles: `progress` can be stored. */
  onProgress(): Promise<void>;
  isStopped(): boolean;
}

/** false: stopped before the end. */
export async function followEntries(following: Following): Promise<boolean> {
  const { checkpoint, progress, source } = following;
  // An earlier run can have read all entries and ended before it compared the root.
  if (progress.size === checkpoint.size && equalRoots(await progress.root(), checkpoint.root)) return true;
  while (progress.size < checkpoint.size) {
    if (following.isStopped()) return false;
    const first = Math.floor(progress.size / TILE_WIDTH);
    const count = Math.min(together, Math.ceil(checkpoint.size / TILE_WIDTH) - first);
    const indexes = Array.from({ length: count }, (_, place) => first + place);
    const read = await Promise.all(indexes.map((index) => readPart(following, index, false).catch(asMisfit)));
    for (const [place, index] of indexes.entries()) await takePart(following, index, read[place]!);
    await following.onProgress();
  }
  for (const tile of progress.edge()) if (tile.level > 0) await expectTile(following, tile);
  if (equalRoots(await progress.root(), checkpoint.root)) return true;
  const files = { 'signed.checkpoint': checkpoint.note };
  const sentence = `The ${checkpoint.size} entries of ${source.url} do not give the root of the signed checkpoint.`;
  throw new Misbehavior('misfit', sentence, files);
}

interface Part {
  readonly bundle: Uint8Array;
  readonly tile: Uint8Array;
}

const widthOf = ({ checkpoint }: Following, index: number) =>
  Math.min(TILE_WIDTH, checkpoint.size - index * TILE_WIDTH);

async function readPart(following: Following, index: number, fresh: boolean): Promise<Part> {
  const width = widthOf(following, index);
  const [bundle, tile] = await Promise.all([
    following.source.bundle(index, width, { fresh }),
    following.source.tile(0, index, width, { fresh }),
  ]);
  return { bundle, tile };
}

function asMisfit(problem: unknown): undefined {
  if (problem instanceof Misfit) return undefined;
  throw problem;
}

async function takePart(following: Following, index: number, first: Part | undefined): Promise<void> {
  const { progress, checkpoint } = following;
  let part = first;
  let entries = part && readEntries(following, index, part);
  if (!entries) {
    // Again without caches on the way, so that a broken copy somewhere raises no alarm.
    part = await readPart(following, index, true).catch(asMisfit);
    entries = part && readEntries(following, index, part);
  }
  const width = widthOf(following, index);
  const bundlePath = tilePath('entries', index, width);
  if (!part || !entries) {
    const sentence = `${bundlePath} and ${tilePath(0, index, width)} do not belong together, or to what the log served before.`;
    const files = { 'signed.checkpoint': checkpoint.note, ...(part && { bundle: part.bundle, tile: part.tile }) };
    throw new Misbehavior('misfit', sentence, files);
  }
  const start = progress.size;
  const added = entries.slice(start - index * TILE_WIDTH);
  const complete = await progress.extend(added.map(hashLeaf));
  for (const tile of complete) if (tile.level > 0) await expectTile(following, tile);
  for (const [place, entry] of added.entries()) following.onEntry(start + place, entry);
}

/** undefined: the entries do not fit the tile, or not the entries that were there before. */
function readEntries(following: Following, index: number, { bundle, tile }: Part): Uint8Array[] | undefined {
  const { progress } = following;
  const width = widthOf(following, index);
  const entries = readEntryBundle(bundle);
  if (!entries || (entries.length !== width && entries.length !== TILE_WIDTH)) return undefined;
  const used = entries.slice(0, width);
  const hashes = Buffer.concat(used.map(hashLeaf));
  if (!equalRoots(hashes, tile)) return undefined;
  const known = index === Math.floor(progress.size / TILE_WIDTH) ? progress.lastLeaves() : new Uint8Array();
  return equalRoots(hashes.subarray(0, known.length), known) ? used : undefined;
}

async function expectTile({ source, checkpoint }: Following, { level, index, hashes }: Tile): Promise<void> {
  const width = hashes.length / hashSize;
  let served: Uint8Array | undefined;
  for (const fresh of [false, true]) {
    served = await source.tile(level, index, width, { fresh }).catch(asMisfit);
    if (served && equalRoots(served, hashes)) return;
  }
  const files = { 'signed.checkpoint': checkpoint.note, ...(served && { tile: served }) };
  throw new Misbehavior('misfit', `${tilePath(level, index, width)} does not belong to the entries of the log.`, files);
}
