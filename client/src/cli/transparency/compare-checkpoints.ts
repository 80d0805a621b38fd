// Whether two signed checkpoints of one log can belong to one growing tree: by size and root alone,
// or by a consistency proof from the tiles that the log serves.
import { proveConsistency, rootOf, verifyConsistency } from '@content-provenance/engine/transparency';
import { type LogSource, Misfit, tilesOf } from './log-source.ts';
import { equalRoots, Misbehavior, type SignedCheckpoint } from './misbehavior.ts';

export type Comparison = 'same' | 'fork' | 'not_comparable';

/** Without any request. Checkpoints of different sizes need the tiles. */
export function compareAlone(left: SignedCheckpoint, right: SignedCheckpoint): Comparison {
  if (left.size === right.size) return equalRoots(left.root, right.root) ? 'same' : 'fork';
  return 'not_comparable';
}

/** Throws a Misbehavior, with both checkpoints, unless one tree contains the other. */
export async function expectOneTree(source: LogSource, left: SignedCheckpoint, right: SignedCheckpoint): Promise<void> {
  const [from, to] = left.size <= right.size ? [left, right] : [right, left];
  const files = { 'first.checkpoint': left.note, 'second.checkpoint': right.note };
  const alone = compareAlone(from, to);
  if (alone === 'same') return;
  if (alone === 'fork') {
    throw new Misbehavior('fork', `The log signed two different roots for size ${to.size}.`, files);
  }
  // Again without caches on the way, so that a broken copy somewhere raises no alarm.
  for (const fresh of [false, true]) {
    const result = await compareByTiles(source, from, to, fresh).catch(ifMisfit);
    if (result === 'same') return;
    if (result === 'fork') {
      const sentence = `The log signed two trees: the one of size ${to.size} does not contain the one of size ${from.size}.`;
      throw new Misbehavior('fork', sentence, files);
    }
  }
  throw new Misbehavior('misfit', `The tiles do not belong to the checkpoint of size ${to.size}.`, files);
}

async function compareByTiles(
  source: LogSource,
  from: SignedCheckpoint,
  to: SignedCheckpoint,
  fresh: boolean,
): Promise<'same' | 'fork' | 'misfit'> {
  const tiles = tilesOf(source, to.size, { fresh });
  const claim = {
    from: from.size,
    to: to.size,
    toRoot: to.root,
    proof: await proveConsistency(from.size, to.size, tiles),
  };
  if (from.size > 0 && verifyConsistency({ ...claim, fromRoot: from.root })) return 'same';
  const contained = await rootOf(from.size, tiles);
  if (from.size === 0) return equalRoots(contained, from.root) ? 'same' : 'fork';
  // The tiles belong to the later checkpoint and prove another root for the earlier size.
  return verifyConsistency({ ...claim, fromRoot: contained }) ? 'fork' : 'misfit';
}

function ifMisfit(problem: unknown): 'misfit' {
  if (problem instanceof Misfit) return 'misfit';
  throw problem;
}
