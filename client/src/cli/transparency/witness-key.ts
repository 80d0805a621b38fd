// The key of a witness: the seed of an ML-DSA-44 key, made at the first start, and its name. The
// name is part of the key's identity, so that it cannot change later.
import { randomBytes } from 'node:crypto';
import { type CheckpointSigner, mlDsa44Cosigner, writeVerifierKey } from '@content-provenance/engine/transparency';
import { CommandError, UsageError } from '../command-errors.ts';
import { readStateFile, type StateFolder } from './state-folder.ts';

export const keyFile = 'key.json';
const nameForm = /^[^\s+\p{C}]{1,200}$/u;

export async function openWitnessKey(state: StateFolder, name: string | undefined): Promise<CheckpointSigner> {
  if (name !== undefined && !nameForm.test(name)) {
    throw new UsageError('--name must have 1 to 200 characters, without spaces and without "+".');
  }
  const stored = state.read(keyFile);
  if (stored !== undefined) {
    const key = readKey(stored, state.path);
    if (name !== undefined && name !== key.name) {
      throw new CommandError(`The witness in ${state.path} is ${key.name}, and its name cannot change.`);
    }
    return mlDsa44Cosigner(key.name, key.seed);
  }
  if (name === undefined) throw new UsageError('Enter a name for the new witness, such as --name witness.example.com.');
  const seed = new Uint8Array(randomBytes(32));
  await state.write(keyFile, `${JSON.stringify({ name, seed: Buffer.from(seed).toString('base64') })}\n`);
  return mlDsa44Cosigner(name, seed);
}

/** A key that is there already, also while a witness uses it. undefined: there is none. */
export function findWitnessKey(folder: string): CheckpointSigner | undefined {
  const stored = readStateFile(folder, keyFile);
  if (stored === undefined) return undefined;
  const { name, seed } = readKey(stored, folder);
  return mlDsa44Cosigner(name, seed);
}

function readKey(text: string, path: string): { name: string; seed: Uint8Array } {
  try {
    const { name, seed } = JSON.parse(text) as { name: string; seed: string };
    const bytes = new Uint8Array(Buffer.from(seed, 'base64'));
    if (nameForm.test(name) && bytes.length === 32) return { name, seed: bytes };
  } catch {
    // The sentence below says it.
  }
  throw new CommandError(
    `The key in ${path} is damaged. Restore the folder, or start a new witness in another folder.`,
  );
}

/** For the policy files of those who rely on this witness. */
export function policyLineOf({ key }: CheckpointSigner, url: string | undefined): string {
  const local = key.name.replaceAll(/[^\w.-]+/g, '-');
  return ['witness', local, writeVerifierKey(key), ...(url === undefined ? [] : [url])].join(' ');
}
