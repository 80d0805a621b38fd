// The files for the words of the command line: files as they are, folders with everything in them.
// Links to folders are not followed, and hidden files are skipped unless named.
import type { Stats } from 'node:fs';
import { lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from './command-errors.ts';

export interface ListedFile {
  readonly path: string;
  readonly bytes: number;
  /** When the content changed, in milliseconds. */
  readonly changed: number;
}

export interface Choice {
  /** By the name of a file in a folder. */
  isWanted?(name: string): boolean;
  /** A folder that is left out with everything in it. */
  readonly without?: Pick<Stats, 'dev' | 'ino'> | undefined;
}

export async function listFiles(words: readonly string[], choice: Choice = {}): Promise<ListedFile[]> {
  const files = new Map<string, ListedFile>();
  const add = (path: string, { size, mtimeMs }: Stats) => files.set(path, { path, bytes: size, changed: mtimeMs });
  for (const word of words) {
    const found = await stat(word).catch(() => undefined);
    if (!found) throw new CommandError(`The file ${word} does not exist.`);
    if (found.isDirectory()) await walk(word, choice, add);
    else add(word, found);
  }
  return [...files.values()];
}

async function walk(folder: string, choice: Choice, add: (path: string, found: Stats) => void): Promise<void> {
  const { isWanted = () => true, without } = choice;
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.')).sort();
  for (const name of names) {
    const path = join(folder, name);
    const found = await lstat(path).catch(ifGone);
    if (!found || (found.ino === without?.ino && found.dev === without.dev)) continue;
    if (found.isDirectory()) await walk(path, choice, add);
    else if (found.isFile() && isWanted(name)) add(path, found);
  }
}

/** Someone removed or renamed it after its folder was read. */
function ifGone(problem: NodeJS.ErrnoException): undefined {
  if (problem.code !== 'ENOENT') throw problem;
}
