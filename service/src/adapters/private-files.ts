// Files that only their owner may read: databases, backups, secrets. SQLite gives its -wal and -shm
// the mode of the database, so a database that is private from its first byte keeps its logs
// private.
import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';

export const ownerOnly = 0o600;
const ofOthers = 0o077;

/** Makes an empty file, or fails if there is one. */
export function createPrivateFile(file: string): void {
  closeSync(openSync(file, 'wx', ownerOnly));
}

/**
 * Takes an existing file away from others. One that belongs to another user keeps its mode: it is
 * not ours to change.
 */
export function makePrivate(file: string): void {
  if (!existsSync(file) || (statSync(file).mode & ofOthers) === 0) return;
  try {
    chmodSync(file, ownerOnly);
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code !== 'EPERM') throw problem;
  }
}
