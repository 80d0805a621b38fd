// `provenance monitor --compare`: two checkpoint files of one log, for example those of two people
// who were shown different trees, or those of an evidence folder.
import {
  openCheckpoint,
  readCheckpointBody,
  readNote,
  type VerifierKey,
} from '@content-provenance/engine/transparency';
import type { Context, Values } from '../command.ts';
import { CommandError, UsageError } from '../command-errors.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { asPrintable } from '../terminal.ts';
import { compareAlone, expectOneTree } from './compare-checkpoints.ts';
import { readGivenKeys, readTextFile } from './log-keys.ts';
import { openLogSource } from './log-source.ts';
import { Misbehavior, type SignedCheckpoint } from './misbehavior.ts';

export async function compareFiles(
  { terminal }: Context,
  values: Values,
  leftFile: string,
  rightFile: string,
  url: string | undefined,
): Promise<ExitCode> {
  const { logs } = readGivenKeys(values);
  if (logs.size === 0) throw new UsageError('Enter the key of the log: --log <vkey>, or --policy <file>.');
  const [left, right] = [readFile(leftFile, logs), readFile(rightFile, logs)];
  if (left.origin !== right.origin) {
    throw new CommandError(`${leftFile} is about ${left.origin}, and ${rightFile} about ${right.origin}.`);
  }
  const { result, message } = await compare(left, right, url);
  const sizes = [left.size, right.size];
  if (values.json) terminal.sayJson({ event: 'compared', origin: left.origin, sizes, result, message });
  else terminal.say(asPrintable(`${result === 'consistent' ? '✔' : '✘'} ${left.origin}  ${message}`));
  const codes = { consistent: exitCodes.done, unknown: exitCodes.unproven, contradiction: exitCodes.misbehaved };
  return codes[result];
}

interface Compared {
  readonly result: 'consistent' | 'unknown' | 'contradiction';
  readonly message: string;
}

async function compare(left: SignedCheckpoint, right: SignedCheckpoint, url: string | undefined): Promise<Compared> {
  const alone = compareAlone(left, right);
  if (alone === 'same') return { result: 'consistent', message: `Both have the same root for size ${left.size}.` };
  if (alone === 'fork') {
    return { result: 'contradiction', message: `The log signed two different roots for size ${left.size}.` };
  }
  if (url === undefined) {
    const message = `The sizes are ${left.size} and ${right.size}. Enter the address of the log to compare them.`;
    return { result: 'unknown', message };
  }
  try {
    await expectOneTree(openLogSource(url), left, right);
    return { result: 'consistent', message: 'The larger tree contains the smaller one.' };
  } catch (problem) {
    if (problem instanceof Misbehavior) return { result: 'contradiction', message: problem.message };
    throw problem;
  }
}

function readFile(file: string, logs: ReadonlyMap<string, readonly VerifierKey[]>): SignedCheckpoint {
  const note = readTextFile(file);
  const parsed = readNote(note);
  const body = parsed && readCheckpointBody(parsed.text);
  if (!body) throw new CommandError(`${file} is not a checkpoint.`);
  const keys = logs.get(body.origin);
  if (!keys) throw new CommandError(`${file} is about ${body.origin}, and you gave no key of this log.`);
  const opened = openCheckpoint(note, keys);
  if (!opened) throw new CommandError(`The signature of ${file} is not valid for the keys that you gave.`);
  return { ...opened.checkpoint, note };
}
