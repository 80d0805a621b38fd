// The keys of logs, from the command line: `--log` with a verifier key, or the `log` lines of a
// policy file (C2SP tlog-policy). The keys of one log have the same name, which is its origin.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  type Policy,
  PolicyError,
  readPolicy,
  readVerifierKey,
  type VerifierKey,
} from '@content-provenance/engine/transparency';
import { textOf, textsOf, type Values } from '../command.ts';
import { CommandError, UsageError } from '../command-errors.ts';

export interface GivenKeys {
  /** By origin. */
  readonly logs: ReadonlyMap<string, readonly VerifierKey[]>;
  readonly policy: Policy | undefined;
}

export function readGivenKeys(values: Values): GivenKeys {
  const file = textOf(values, 'policy');
  const policy = file === undefined ? undefined : readPolicyFile(file);
  const named = textsOf(values, 'log').map(readLogKey);
  return { logs: groupByName([...named, ...(policy?.logs ?? []).map(({ key }) => key)]), policy };
}

export function readPolicyFile(file: string): Policy {
  return parsePolicy(readTextFile(file), file);
}

/** The text of a policy that can be read: a mistake in it is not a fault of what is checked. */
export function readPolicyText(file: string): string {
  const text = readTextFile(file);
  parsePolicy(text, file);
  return text;
}

function parsePolicy(text: string, file: string): Policy {
  try {
    return readPolicy(text);
  } catch (problem) {
    if (problem instanceof PolicyError) throw new CommandError(`${file} is not a valid policy. ${problem.message}`);
    throw problem;
  }
}

export function readTextFile(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (problem) {
    throw new CommandError(`Cannot read ${file}: ${(problem as Error).message}`);
  }
}

export function groupByName(keys: readonly VerifierKey[]): Map<string, VerifierKey[]> {
  const groups = new Map<string, VerifierKey[]>();
  for (const key of keys) {
    const group = groups.get(key.name) ?? [];
    if (!group.some(({ keyId }) => keyId === key.keyId)) group.push(key);
    groups.set(key.name, group);
  }
  return groups;
}

function readLogKey(text: string): VerifierKey {
  const key = readVerifierKey(text);
  if (!key) throw new UsageError('--log must be a verifier key, such as example.com/log+1a2b3c4d+AQ….');
  return key;
}

/** In the address at which a witness shows the checkpoint of a log, in hex. */
export function hashOf(origin: string): string {
  return createHash('sha256').update(origin).digest('hex');
}
