// One round of a monitor: reads the checkpoint of a log, compares it with everything that it knows
// of this log, and reads the new entries. Throws a Misbehavior if the log contradicts itself, and a
// LogUnavailable if the log cannot be read.
import { setTimeout as pause } from 'node:timers/promises';
import {
  isTaggedBy,
  openCheckpoint,
  type Policy,
  readCheckpointBody,
  readEntry,
  readNote,
  type VerifierKey,
} from '@content-provenance/engine/transparency';
import { expectOneTree } from './compare-checkpoints.ts';
import { followEntries } from './follow-entries.ts';
import { type LogSource, LogUnavailable } from './log-source.ts';
import { Misbehavior, type SignedCheckpoint } from './misbehavior.ts';
import type { MonitorState } from './monitor-state.ts';
import { checkWitnesses, type WitnessReport } from './monitor-witnesses.ts';

export interface MonitorParts {
  readonly source: LogSource;
  readonly policy: Policy | undefined;
  /** Checkpoints that somebody kept. */
  readonly kept: readonly SignedCheckpoint[];
  readonly monitoringKey: Uint8Array | undefined;
  onOwnEntry(index: number, kind: string): void;
  onNote(sentence: string): void;
  save(state: MonitorState): Promise<void>;
  isStopped(): boolean;
}

export interface Round {
  readonly checkpoint: SignedCheckpoint;
  readonly newEntries: number;
  readonly ownEntries: number;
  readonly unknownEntries: number;
  /** undefined: no policy was given. */
  readonly witnesses: WitnessReport | undefined;
  readonly isComplete: boolean;
}

const savedEvery = 2_000;
const looks = 4;
const betweenLooks = 1_000;

export async function runRound(parts: MonitorParts, state: MonitorState): Promise<Round> {
  const { source, policy } = parts;
  const checkpoint = await readNotSmaller(parts, state);
  for (const known of [state.checkpoint, ...parts.kept]) if (known) await expectOneTree(source, known, checkpoint);
  const witnesses = policy && (await checkWitnesses(parts, policy, state.keys, checkpoint));
  const { progress } = state;
  const next: MonitorState = { ...state, checkpoint };
  await parts.save(next);
  const start = progress.size;
  let [ownEntries, unknownEntries, saved] = [0, 0, performance.now()];
  const reading = followEntries({
    source,
    checkpoint,
    progress,
    isStopped: parts.isStopped,
    onEntry(index, bytes) {
      const entry = readEntry(bytes);
      if (!entry) unknownEntries += 1;
      if (!entry || !parts.monitoringKey || !isTaggedBy(entry, parts.monitoringKey)) return;
      ownEntries += 1;
      parts.onOwnEntry(index, entry.kind);
    },
    async onProgress() {
      if (performance.now() - saved < savedEvery) return;
      await parts.save(next);
      saved = performance.now();
    },
  });
  const isComplete = await reading.catch(async (problem) => {
    if (problem instanceof LogUnavailable) await parts.save(next);
    throw problem;
  });
  await parts.save(next);
  return { checkpoint, newEntries: progress.size - start, ownEntries, unknownEntries, witnesses, isComplete };
}

/** A node that is a moment behind passes. A log that stays smaller than before does not. */
async function readNotSmaller({ source }: MonitorParts, state: MonitorState): Promise<SignedCheckpoint> {
  const before = state.checkpoint;
  for (let look = 1; ; look += 1) {
    const checkpoint = await readSigned(source, 'checkpoint', state.keys, look > 1);
    if (!before || checkpoint.size >= before.size) return checkpoint;
    if (look === looks) {
      const sentence = `The log showed ${before.size} entries earlier and shows ${checkpoint.size} now.`;
      const files = { 'first.checkpoint': before.note, 'second.checkpoint': checkpoint.note };
      throw new Misbehavior('shrunk', sentence, files);
    }
    await pause(betweenLooks);
  }
}

/** Every known key of the log must have signed. */
async function readSigned(
  source: LogSource,
  path: string,
  keys: readonly VerifierKey[],
  fresh: boolean,
): Promise<SignedCheckpoint> {
  for (const again of [fresh, true]) {
    const note = await source.text(path, { fresh: again });
    const parsed = readNote(note);
    const body = parsed && readCheckpointBody(parsed.text);
    const opened = body && openCheckpoint(note, keys);
    if (opened && opened.signedBy.length === keys.length) return { ...opened.checkpoint, note };
    if (!again) continue;
    if (!body) throw new LogUnavailable(`${source.url}/${path} is not a checkpoint. Check the address of the log.`);
    const sentence =
      body.origin === keys[0]!.name
        ? `The checkpoint is not signed by every known key of ${body.origin}, or a signature is not valid.`
        : `The checkpoint is one of ${body.origin}, and not of ${keys[0]!.name}.`;
    throw new Misbehavior('signature', sentence, { 'served.checkpoint': note });
  }
  throw new Error('unreachable');
}
