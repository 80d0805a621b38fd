// Files that only their owner can read: databases, backups, secrets. SQLite gives its -wal and -shm
// the mode of the database, so a database that is private from its first byte keeps its logs
// private.
import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';

export const ownerOnly = 0o600;
const ofOthers = 0o077;

/** Creates an empty file. Fails if it exists. */
export function createPrivateFile(file: string): void {
  closeSync(openSync(file, 'wx', ownerOnly));
}

/**
 * Makes an existing file private. A file of another user keeps its mode, because we cannot change
 * it.
 */
export function makePrivate(file: string): void {
  if (!existsSync(file) || (statSync(file).mode & ofOthers) === 0) return;
  try {
    chmodSync(file, ownerOnly);
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code !== 'EPERM') throw problem;
  }
}
