// Files that are whole or not there: written beside their place under another name, flushed, then renamed. What is half written when
// the program ends, by an error or by Ctrl-C, is removed.
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

export interface WriteOptions {
  readonly mode?: number;
}

const unfinished = new Set<string>();

export async function writeFileAtomically(
  path: string,
  content: Uint8Array | string,
  { mode }: WriteOptions = {},
): Promise<void> {
  const part = join(dirname(path), `.${basename(path).slice(0, 200)}.${randomBytes(6).toString('hex')}.part`);
  unfinished.add(part);
  try {
    const file = await open(part, 'wx', mode ?? (await modeOf(path)));
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, path);
  } catch (problem) {
    await rm(part, { force: true });
    throw problem;
  } finally {
    unfinished.delete(part);
  }
}

/** At once, because the program is about to end. */
export function removeUnfinished(): void {
  for (const part of unfinished) rmSync(part, { force: true });
}

/** A file that is replaced keeps its permissions. */
async function modeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).mode & 0o777;
  } catch {
    return 0o666;
  }
}
