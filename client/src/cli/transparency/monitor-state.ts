// What a monitor remembers of a log: its keys, the last checkpoint that it accepted, how many
// entries it has read, and with which monitoring key. One file, replaced as a whole.
import { createHash } from 'node:crypto';
import {
  openCheckpoint,
  readVerifierKey,
  type VerifierKey,
  writeVerifierKey,
} from '@content-provenance/engine/transparency';
import { CommandError } from '../command-errors.ts';
import type { SignedCheckpoint } from './misbehavior.ts';
import type { StateFolder } from './state-folder.ts';
import { type StoredProgress, TreeProgress } from './tree-progress.ts';

const stateFile = 'monitor.json';

export interface MonitorState {
  readonly keys: readonly VerifierKey[];
  readonly checkpoint: SignedCheckpoint | undefined;
  readonly progress: TreeProgress;
  /** A hash of the monitoring key that every entry was compared with. Null: not all were. */
  readonly comparedWith: string | null;
}

interface Stored {
  readonly version: 1;
  readonly keys: readonly string[];
  readonly checkpoint: string | null;
  readonly progress: StoredProgress;
  readonly compared_with?: string | null;
}

export function readMonitorState(folder: StateFolder): MonitorState | undefined {
  const text = folder.read(stateFile);
  if (text === undefined) return undefined;
  try {
    const { version, keys: vkeys, checkpoint: note, progress, compared_with = null } = JSON.parse(text) as Stored;
    const keys = vkeys.map((vkey) => readVerifierKey(vkey)!);
    const opened = note === null ? undefined : openCheckpoint(note, keys);
    if (version === 1 && keys.length > 0 && opened !== null) {
      const checkpoint = opened && { ...opened.checkpoint, note: note! };
      return { keys, checkpoint, progress: TreeProgress.from(progress), comparedWith: compared_with };
    }
  } catch {
    // The sentence below says it.
  }
  // Starting from nothing would forget what the log showed before.
  throw new CommandError(`The state in ${folder.path} is damaged. Restore it from a copy, or use another folder.`);
}

/**
 * Entries are read once. So a key that comes later would miss those that were read before. Without
 * a key, nothing is missed, but the folder is of no use for a key afterwards.
 */
export function withMonitoringKey(
  state: MonitorState,
  monitoringKey: Uint8Array | undefined,
  folder: StateFolder,
): MonitorState {
  const key = monitoringKey ? createHash('sha256').update(monitoringKey).digest('hex') : null;
  const { size } = state.progress;
  if (size === 0 || key === state.comparedWith) return { ...state, comparedWith: key };
  if (key === null) return { ...state, comparedWith: null };
  throw new CommandError(
    `${folder.path} has ${size} entries that were read without this monitoring key, so yours among them would be missed. Use another folder.`,
  );
}

export async function writeMonitorState(folder: StateFolder, state: MonitorState): Promise<void> {
  const stored: Stored = {
    version: 1,
    keys: state.keys.map(writeVerifierKey),
    checkpoint: state.checkpoint?.note ?? null,
    progress: state.progress.toStored(),
    compared_with: state.comparedWith,
  };
  await folder.write(stateFile, `${JSON.stringify(stored)}\n`);
}
