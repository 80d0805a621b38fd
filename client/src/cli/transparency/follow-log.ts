// The work of `provenance monitor`: which keys it trusts, its rounds, what it prints, and how it
// ends.
import { setTimeout as pause } from 'node:timers/promises';
import {
  openCheckpoint,
  type Policy,
  readVerifierKey,
  type VerifierKey,
} from '@content-provenance/engine/transparency';
import type { Context, Values } from '../command.ts';
import { CommandError } from '../command-errors.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { onFirstSignal } from '../signals.ts';
import { asPrintable } from '../terminal.ts';
import { keepEvidence } from './evidence.ts';
import { groupByName, readGivenKeys, readTextFile } from './log-keys.ts';
import { type LogSource, LogUnavailable, openLogSource } from './log-source.ts';
import { Misbehavior, type SignedCheckpoint } from './misbehavior.ts';
import { type MonitorParts, type Round, runRound } from './monitor.ts';
import { type MonitorState, readMonitorState, withMonitoringKey, writeMonitorState } from './monitor-state.ts';
import type { StateFolder } from './state-folder.ts';
import { TreeProgress } from './tree-progress.ts';

export interface Following {
  readonly url: string;
  readonly values: Values;
  readonly state: StateFolder;
  /** Seconds. */
  readonly interval: number;
  readonly monitoringKey: Uint8Array | undefined;
  /** Files. */
  readonly kept: readonly string[];
}

export async function followLog(context: Context, following: Following): Promise<ExitCode> {
  const { values, state: folder, url, interval, monitoringKey } = following;
  const source = openLogSource(url);
  const { policy, keys: given } = chooseGiven(values);
  const say = printer(context, source, values.json === true);
  const end = new AbortController();
  onFirstSignal(() => end.abort());
  for (;;) {
    let code: ExitCode;
    try {
      const state = withMonitoringKey(await openState(folder, source, given, say), monitoringKey, folder);
      const kept = following.kept.map((file) => readKept(file, state.keys));
      const parts: MonitorParts = {
        source,
        policy,
        kept,
        monitoringKey,
        onOwnEntry: say.ownEntry,
        onNote: say.note,
        save: (next) => writeMonitorState(folder, next),
        isStopped: () => end.signal.aborted,
      };
      const round = await runRound(parts, state);
      code = say.round(round);
    } catch (problem) {
      if (problem instanceof Misbehavior) {
        const { kind, message: sentence, files } = problem;
        say.misbehavior(problem, await keepEvidence(folder.path, { kind, sentence, files }));
        return exitCodes.misbehaved;
      }
      if (!(problem instanceof LogUnavailable)) throw problem;
      say.unavailable(problem);
      code = exitCodes.failed;
    }
    if (values.once || end.signal.aborted) return code;
    await pause(interval * 1_000, undefined, { signal: end.signal }).catch(() => undefined);
    if (end.signal.aborted) return code;
  }
}

function chooseGiven(values: Values): {
  policy: Policy | undefined;
  keys: ReadonlyMap<string, readonly VerifierKey[]>;
} {
  const { logs, policy } = readGivenKeys(values);
  return { policy, keys: logs };
}

/** Keys from the command line, otherwise those that the state has, otherwise those of the log. */
async function openState(
  folder: StateFolder,
  source: LogSource,
  given: ReadonlyMap<string, readonly VerifierKey[]>,
  say: Printer,
): Promise<MonitorState> {
  const stored = readMonitorState(folder);
  const origin = stored?.keys[0]?.name ?? (given.size === 1 ? [...given.keys()][0] : undefined);
  if (given.size > 0) {
    const name = origin ?? chooseByAddress(given, source.url);
    const keys = given.get(name);
    if (!keys) throw new CommandError(`The state in ${folder.path} is about ${name}. Use another folder.`);
    return { ...(stored ?? fresh()), keys };
  }
  if (stored) return stored;
  const keys = await readServedKeys(source);
  const state = { ...fresh(), keys };
  say.note(`The keys of ${keys[0]!.name} come from the log itself. From now on, only these keys are accepted.`);
  await writeMonitorState(folder, state);
  return state;
}

const fresh = () => ({ checkpoint: undefined, progress: new TreeProgress(), comparedWith: null });

/** A policy can name several logs. An origin is usually the address without its scheme. */
function chooseByAddress(given: ReadonlyMap<string, readonly VerifierKey[]>, url: string): string {
  const name = url.replace(/^https?:\/\//, '');
  if (given.has(name)) return name;
  throw new CommandError(`The policy has several logs, and none is ${name}. Enter the key of the log with --log.`);
}

async function readServedKeys(source: LogSource): Promise<readonly VerifierKey[]> {
  const lines = (await source.text('keys')).split('\n').filter(Boolean);
  const keys = lines.map(readVerifierKey);
  const groups = groupByName(keys.filter((key) => key !== null));
  const [group, ...others] = groups.values();
  if (!group || others.length > 0 || keys.includes(null)) {
    throw new LogUnavailable(`${source.url}/keys does not have the keys of a log. Enter its key with --log.`);
  }
  return group;
}

export function readKept(file: string, keys: readonly VerifierKey[]): SignedCheckpoint {
  const note = readTextFile(file);
  const opened = openCheckpoint(note, keys);
  if (opened) return { ...opened.checkpoint, note };
  throw new CommandError(`${file} is not a checkpoint that ${keys[0]!.name} signed with a known key.`);
}

type Printer = ReturnType<typeof printer>;

function printer({ terminal }: Context, { url }: LogSource, json: boolean) {
  const out = (event: object, line: string) => (json ? terminal.sayJson(event) : terminal.say(asPrintable(line)));
  return {
    note: (sentence: string) => terminal.note(asPrintable(sentence)),
    ownEntry: (index: number, kind: string) =>
      out({ event: 'own_entry', index, kind }, `  entry ${index}  ${kind}  of your organization`),
    unavailable({ message }: LogUnavailable) {
      if (json) terminal.sayJson({ event: 'unavailable', message });
      else terminal.note(asPrintable(`${message} This says nothing about the log.`));
    },
    misbehavior({ kind, message }: Misbehavior, evidence: string | undefined) {
      out({ event: 'misbehavior', kind, message, evidence: evidence ?? null }, `✘ ${url}  ${message} (${kind})`);
      if (evidence !== undefined) terminal.note(`Evidence: ${evidence}`);
    },
    round(round: Round): ExitCode {
      const { checkpoint, newEntries, ownEntries, unknownEntries, witnesses, isComplete } = round;
      const { origin, size } = checkpoint;
      const root = Buffer.from(checkpoint.root).toString('base64');
      const counts = { new_entries: newEntries, own_entries: ownEntries, unknown_entries: unknownEntries };
      const witnessed = witnesses && { size: witnesses.size, names: witnesses.names };
      const state = isComplete ? 'consistent' : 'stopped before the last entry';
      const words = [
        `${isComplete ? '✔' : '…'} ${origin}  ${state}`,
        `size ${size}`,
        `${newEntries} new ${newEntries === 1 ? 'entry' : 'entries'}`,
      ];
      if (witnesses) words.push(describeWitnesses(witnesses));
      if (unknownEntries > 0) words.push(`${unknownEntries} entries of an unknown kind`);
      out(
        { event: 'checked', origin, size, root, ...counts, complete: isComplete, witnessed: witnessed ?? null },
        words.join(' · '),
      );
      return witnesses?.size === null ? exitCodes.unwitnessed : exitCodes.done;
    },
  };
}

function describeWitnesses({ size, names, newest }: NonNullable<Round['witnesses']>): string {
  if (size === null) return 'without the cosignatures that the policy requires';
  if (names.length === 0) return 'the policy requires no witness';
  return `size ${size} cosigned by ${names.join(', ')}${newest ? ` at ${newest.toISOString()}` : ''}`;
}
