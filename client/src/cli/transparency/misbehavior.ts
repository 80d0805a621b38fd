// A log did something that it must never do. The files show it to others.
import type { Checkpoint } from '@content-provenance/engine/transparency';

export type MisbehaviorKind =
  /** Two signed checkpoints that cannot belong to one log. */
  | 'fork'
  /** The log shows a smaller tree than before. */
  | 'shrunk'
  /** A tile or an entry bundle does not belong to the signed checkpoint. */
  | 'misfit'
  /** The checkpoint is not signed by all known keys of the log, or a signature is not valid. */
  | 'signature';

export class Misbehavior extends Error {
  readonly kind: MisbehaviorKind;
  readonly files: Readonly<Record<string, string | Uint8Array>>;

  constructor(kind: MisbehaviorKind, sentence: string, files: Readonly<Record<string, string | Uint8Array>>) {
    super(sentence);
    this.kind = kind;
    this.files = files;
  }
}

/** A checkpoint whose signatures were checked. */
export interface SignedCheckpoint extends Checkpoint {
  /** The signed note. */
  readonly note: string;
}

export function equalRoots(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}
