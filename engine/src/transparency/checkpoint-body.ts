// The text of a C2SP tlog-checkpoint: origin, size and root hash, each in one line. Extension lines
// are accepted but never written, because cosignatures of ML-DSA-44 do not cover them.
import { equalBytes, isHash, isSize, readHash, readSize, toBase64 } from './bytes.ts';
import { emptyRoot } from './merkle-tree.ts';
import { isNoteText } from './signed-note.ts';

export interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  readonly root: Uint8Array;
}

/** Throws if no checkpoint can have these values. */
export function writeCheckpointBody({ origin, size, root }: Checkpoint): string {
  if (!isNoteText(origin) || origin === '' || origin.includes('\n')) {
    throw new TypeError(`No log can have the origin ${JSON.stringify(origin)}.`);
  }
  if (!isSize(size) || !isHash(root)) throw new TypeError('A checkpoint has a whole size and a root of 32 bytes.');
  return `${origin}\n${size}\n${toBase64(root)}\n`;
}

export function readCheckpointBody(text: string): Checkpoint | null {
  if (!isNoteText(text) || !text.endsWith('\n')) return null;
  const lines = text.slice(0, -1).split('\n');
  if (lines.length < 3 || lines.includes('')) return null;
  const [origin, size, root] = [lines[0]!, readSize(lines[1]!), readHash(lines[2])];
  if (size === null || root === null) return null;
  // C2SP tlog-witness requires the root of the empty tree.
  return size > 0 || equalBytes(root, emptyRoot) ? { origin, size, root } : null;
}
