// The files for the words of the command line: files as they are, folders with everything in them.
// Links to folders are not followed, and hidden files are skipped unless named.
import { lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from './command-errors.ts';

export interface ListedFile {
  readonly path: string;
  readonly bytes: number;
}

export async function listFiles(words: readonly string[], isWanted = (_name: string) => true): Promise<ListedFile[]> {
  const files = new Map<string, ListedFile>();
  const add = (path: string, bytes: number) => files.set(path, { path, bytes });
  for (const word of words) {
    const found = await stat(word).catch(() => undefined);
    if (!found) throw new CommandError(`The file ${word} does not exist.`);
    if (found.isDirectory()) await walk(word, isWanted, add);
    else add(word, found.size);
  }
  return [...files.values()];
}

async function walk(
  folder: string,
  isWanted: (name: string) => boolean,
  add: (path: string, bytes: number) => void,
): Promise<void> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.')).sort();
  for (const name of names) {
    const path = join(folder, name);
    const found = await lstat(path);
    if (found.isDirectory()) await walk(path, isWanted, add);
    else if (found.isFile() && isWanted(name)) add(path, found.size);
  }
}
