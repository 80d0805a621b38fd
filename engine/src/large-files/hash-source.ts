// The canonical hash of content that is too large for memory, and how far its work has come.
import { createHash } from 'node:crypto';
import { type ContentHash, formatContentHash } from '../signatures/sha3.ts';
import { type ContentSource, piecesOf } from './content-source.ts';
import type { LongRun } from './long-run.ts';

/** A part of a run, with its own progress from 0 to 1. */
export type Stage = Pick<LongRun, 'signal' | 'onProgress'>;

/** The part of the run between two fractions. */
export function stageOf({ signal, onProgress }: LongRun, from: number, to: number): Stage {
  return { signal, onProgress: (fraction) => onProgress(from + (to - from) * fraction) };
}

export async function hashSource(source: ContentSource, { signal, onProgress }: Stage): Promise<ContentHash> {
  const hash = createHash('sha3-256');
  let done = 0;
  for await (const piece of piecesOf(source, signal)) {
    hash.update(piece);
    done += piece.length;
    onProgress(done / source.size);
  }
  return formatContentHash(hash.digest());
}
