// Files that are complete or absent: written next to their place under another name, flushed, then
// renamed. If the program ends in between, by an error or by Ctrl-C, the partial file is removed.
import { randomBytes } from 'node:crypto';
import { close as closeFile, constants, fsync, openSync, rmSync, writeFile } from 'node:fs';
import { copyFile, link, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

export interface WriteOptions {
  readonly mode?: number;
  /** Fails if something is there already (EEXIST), even if it appeared a moment ago. */
  readonly exclusive?: boolean;
}

const write = promisify(writeFile);
const flush = promisify(fsync);
const close = promisify(closeFile);
const unfinished = new Set<string>();

export async function writeFileAtomically(
  path: string,
  content: Uint8Array | string,
  options: WriteOptions = {},
): Promise<void> {
  const mode = options.mode ?? (await modeOf(path));
  const part = join(dirname(path), `.${basename(path).slice(0, 200)}.${randomBytes(6).toString('hex')}.part`);
  unfinished.add(part);
  try {
    // Not in a thread of Node, which could create the file just after Ctrl-C had removed all of
    // them.
    const file = openSync(part, 'wx', mode);
    try {
      await write(file, content);
      await flush(file);
    } finally {
      await close(file);
    }
    if (options.exclusive) await moveToFreePlace(part, path);
    else await rename(part, path);
  } catch (problem) {
    await rm(part, { force: true });
    throw problem;
  } finally {
    unfinished.delete(part);
  }
}

async function moveToFreePlace(part: string, path: string): Promise<void> {
  try {
    await link(part, path);
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code === 'EEXIST') throw problem;
    // A file system without links.
    await copyFile(part, path, constants.COPYFILE_EXCL);
  }
  await rm(part);
}

/** Synchronously, because the program is about to end. */
export function removeUnfinished(): void {
  for (const part of unfinished) rmSync(part, { force: true });
}

/** A replaced file keeps its permissions. */
async function modeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).mode & 0o777;
  } catch {
    return 0o666;
  }
}
