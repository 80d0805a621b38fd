// Secrets that the operator did not provide are created once and stored in the data folder,
// readable only by their owner.
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivate, ownerOnly } from '../private-files.ts';
import type { MasterKeys } from './key-vault.ts';

/** How long a running service can continue to seal with the previous key. */
export const rereadMilliseconds = 1_000;

/**
 * The secret in `DATA_DIR/secrets/<name>`, created now if it is missing. Two processes that start
 * at once agree on one.
 */
export function readOrMakeSecret(dataDirectory: string, name: string): string {
  const file = secretFile(dataDirectory, name);
  if (!existsSync(file)) {
    // A link appears completely or not at all, and never replaces the file of another process.
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: ownerOnly, flush: true });
    try {
      linkSync(draft, file);
    } catch (problem) {
      if ((problem as NodeJS.ErrnoException).code !== 'EEXIST') throw problem;
    } finally {
      unlinkSync(draft);
    }
  }
  makePrivate(file);
  return readFileSync(file, 'utf8').trim();
}

/**
 * The master keys of a file, one per line, the sealing one first. Read again from time to time and
 * on request.
 */
export function masterKeysFromFile(dataDirectory: string): MasterKeys {
  readOrMakeSecret(dataDirectory, masterKeyName);
  let keys = readMasterKeyFile(dataDirectory);
  let readAt = Date.now();
  return (fresh = false) => {
    if (fresh || Date.now() - readAt > rereadMilliseconds) {
      const before = keys;
      keys = readMasterKeyFile(dataDirectory).map((key) => before.find((each) => each.equals(key)) ?? key);
      readAt = Date.now();
    }
    return keys;
  };
}

export function readMasterKeyFile(dataDirectory: string): Buffer[] {
  const lines = readFileSync(secretFile(dataDirectory, masterKeyName), 'utf8').split('\n');
  const keys = lines.filter((line) => line.trim() !== '').map((line) => Buffer.from(line, 'base64'));
  if (keys.length === 0 || keys.some((key) => key.length !== 32))
    throw new Error('The master key file is damaged. Restore it from a backup.');
  return keys;
}

/** Replaces the file in one step, so that a reader sees the old keys or the new ones. */
export function writeMasterKeyFile(dataDirectory: string, keys: readonly Buffer[]): void {
  const file = secretFile(dataDirectory, masterKeyName);
  const text = keys.map((key) => `${key.toString('base64')}\n`).join('');
  // A file that an interruption left behind would keep its mode.
  rmSync(`${file}.new`, { force: true });
  writeFileSync(`${file}.new`, text, { mode: ownerOnly, flush: true });
  renameSync(`${file}.new`, file);
}

const masterKeyName = 'master-key';

function secretFile(dataDirectory: string, name: string): string {
  const folder = join(dataDirectory, 'secrets');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return join(folder, name);
}
