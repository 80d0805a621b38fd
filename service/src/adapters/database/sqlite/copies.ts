// Complete copies of an embedded database. A copy shows one moment, even while others write. A copy
// must be checked for damage before it is trusted.
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { createPrivateFile } from '../../private-files.ts';

/** Reads in one transaction, which blocks no writer, and compacts the copy. `to` must not exist. */
export function copySqliteDatabase(from: string, to: string): void {
  // SQLite fills an empty file and does not change its mode.
  createPrivateFile(to);
  const connection = new DatabaseSync(from);
  try {
    connection.exec('PRAGMA busy_timeout = 10000');
    connection.prepare('VACUUM INTO ?').run(to);
  } finally {
    connection.close();
  }
  flushToDisk(to);
}

/** Describes the damage. undefined: the file is intact. */
export function findDamage(file: string): string | undefined {
  const connection = new DatabaseSync(file, { readOnly: true });
  try {
    const rows = connection.prepare('PRAGMA integrity_check').all() as { integrity_check: string }[];
    const broken = (connection.prepare('PRAGMA foreign_key_check').all() as { table: string }[])[0];
    if (rows[0]?.integrity_check !== 'ok') return rows[0]?.integrity_check ?? 'it cannot be read';
    return broken && `a row of ${broken.table} belongs to nothing`;
  } catch (problem) {
    return (problem as Error).message;
  } finally {
    connection.close();
  }
}

export function flushToDisk(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
