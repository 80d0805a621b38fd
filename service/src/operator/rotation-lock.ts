// One rotation at a time, because a second one would replace the key that the first has just
// written. The lock is SQLite's on a small file, because the system releases it however the process
// ends.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Refused } from './command.ts';

export function takeRotationLock(dataDirectory: string): { release(): void } {
  const file = new DatabaseSync(join(dataDirectory, 'secrets', 'rotation-lock'));
  try {
    file.exec('BEGIN EXCLUSIVE');
  } catch {
    file.close();
    throw new Refused('Another rotation of the master key is in progress. Wait until it ends.');
  }
  return { release: () => file.close() };
}
