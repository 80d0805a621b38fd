// What witnesses saw: the cosignatures that the log shows, and the checkpoints that witnesses with
// an address show themselves. A log that shows different trees to different people has to avoid
// both.
import {
  type Cosignature,
  meetsQuorum,
  openCheckpoint,
  type Policy,
  type VerifierKey,
} from '@content-provenance/engine/transparency';
import { expectOneTree } from './compare-checkpoints.ts';
import { hashOf } from './log-keys.ts';
import { type LogSource, LogUnavailable, openLogSource } from './log-source.ts';
import { Misbehavior, type SignedCheckpoint } from './misbehavior.ts';

interface Looking {
  readonly source: LogSource;
  onNote(sentence: string): void;
}

export interface WitnessReport {
  /** The largest size that a quorum cosigned. null: the log shows no such checkpoint. */
  readonly size: number | null;
  /** Names of the keys that cosigned it. */
  readonly names: readonly string[];
  readonly newest: Date | null;
}

export async function checkWitnesses(
  parts: Looking,
  policy: Policy,
  logKeys: readonly VerifierKey[],
  checkpoint: SignedCheckpoint,
): Promise<WitnessReport> {
  await compareWithWitnesses(parts, policy, logKeys, checkpoint);
  const newest = openCosigned(checkpoint.note, policy, logKeys);
  if (meetsQuorum(policy, newest.keys)) return reportOf(checkpoint, newest.cosignedBy);
  const witnessed = await readWitnessed(parts, policy, logKeys);
  if (!witnessed) return { size: null, names: [], newest: null };
  await expectOneTree(parts.source, witnessed.checkpoint, checkpoint);
  return reportOf(witnessed.checkpoint, witnessed.cosignedBy);
}

/** The newest checkpoint that has enough cosignatures, at an address that only our logs have. */
async function readWitnessed({ source }: Looking, policy: Policy, logKeys: readonly VerifierKey[]) {
  const note = await source.text('witnessed-checkpoint', { fresh: true, attempts: 2 }).catch(ifUnavailable);
  if (note === undefined) return undefined;
  const { checkpoint, cosignedBy, keys } = openCosigned(note, policy, logKeys);
  return meetsQuorum(policy, keys) ? { checkpoint, cosignedBy } : undefined;
}

async function compareWithWitnesses(
  { source, onNote }: Looking,
  policy: Policy,
  logKeys: readonly VerifierKey[],
  checkpoint: SignedCheckpoint,
): Promise<void> {
  for (const { name, key, url } of policy.witnesses) {
    if (url === null) continue;
    const path = `${hashOf(checkpoint.origin)}/checkpoint`;
    const note = await openLogSource(url).text(path, { attempts: 2 }).catch(ifUnavailable);
    const opened = note === undefined ? null : openCheckpoint(note, logKeys, [key]);
    if (opened) await expectOneTree(source, { ...opened.checkpoint, note: note! }, checkpoint);
    else onNote(`The witness ${name} shows no checkpoint of this log.`);
  }
}

function openCosigned(note: string, policy: Policy, logKeys: readonly VerifierKey[]) {
  const witnessKeys = policy.witnesses.map(({ key }) => key);
  const opened = openCheckpoint(note, logKeys, witnessKeys);
  if (!opened) {
    const sentence = 'A signature of the log or of a witness is not valid.';
    throw new Misbehavior('signature', sentence, { 'served.checkpoint': note });
  }
  const { cosignedBy } = opened;
  return { checkpoint: { ...opened.checkpoint, note }, cosignedBy, keys: cosignedBy.map(({ key }) => key) };
}

function reportOf({ size }: SignedCheckpoint, cosignedBy: readonly Cosignature[]): WitnessReport {
  const times = cosignedBy.flatMap(({ time }) => (time === null ? [] : [time]));
  const newest = times.length > 0 ? new Date(Math.max(...times) * 1_000) : null;
  return { size, names: cosignedBy.map(({ key }) => key.name), newest };
}

function ifUnavailable(problem: unknown): undefined {
  if (!(problem instanceof LogUnavailable)) throw problem;
}
