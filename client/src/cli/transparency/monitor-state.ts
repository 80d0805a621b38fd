// What a monitor remembers of a log: its keys, the last checkpoint that it accepted, and how many
// entries it has read. One file, replaced as a whole.
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
}

interface Stored {
  readonly version: 1;
  readonly keys: readonly string[];
  readonly checkpoint: string | null;
  readonly progress: StoredProgress;
}

export function readMonitorState(folder: StateFolder): MonitorState | undefined {
  const text = folder.read(stateFile);
  if (text === undefined) return undefined;
  try {
    const { version, keys: vkeys, checkpoint: note, progress } = JSON.parse(text) as Stored;
    const keys = vkeys.map((vkey) => readVerifierKey(vkey)!);
    const opened = note === null ? undefined : openCheckpoint(note, keys);
    if (version === 1 && keys.length > 0 && opened !== null) {
      const checkpoint = opened && { ...opened.checkpoint, note: note! };
      return { keys, checkpoint, progress: TreeProgress.from(progress) };
    }
  } catch {
    // The sentence below says it.
  }
  // Starting from nothing would forget what the log showed before.
  throw new CommandError(`The state in ${folder.path} is damaged. Restore it from a copy, or use another folder.`);
}

export async function writeMonitorState(folder: StateFolder, state: MonitorState): Promise<void> {
  const stored: Stored = {
    version: 1,
    keys: state.keys.map(writeVerifierKey),
    checkpoint: state.checkpoint?.note ?? null,
    progress: state.progress.toStored(),
  };
  await folder.write(stateFile, `${JSON.stringify(stored)}\n`);
}
