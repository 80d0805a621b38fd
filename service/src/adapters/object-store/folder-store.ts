// Files of the service in a folder. A file appears completely or not at all: it is written under
// another name, flushed and renamed. Each write has its own draft, so two writes of one file at the
// same time do not mix.
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, statfs, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ownerOnly } from '../private-files.ts';
import { expectName, FileDamaged, type ObjectStore, StoreUnavailable } from './object-store.ts';

const draftEnding = '.incomplete';

export function createFolderStore(folder: string): ObjectStore {
  const pathOf = (name: string) => join(folder, expectName(name));

  async function namesFrom(start: string): Promise<string[]> {
    // The first file makes the folder.
    const all = (await unlessAbsent(readdir(folder))) ?? [];
    return all.filter((name) => name.startsWith(expectName(start)));
  }

  const isDraft = (name: string) => name.endsWith(draftEnding);

  return {
    place: `folder:${folder}`,

    async write(name, bytes) {
      const path = pathOf(name);
      const draft = `${path}.${randomUUID()}${draftEnding}`;
      await asStoreProblem(async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        try {
          await using file = await open(draft, 'wx', ownerOnly);
          await file.writeFile(bytes);
          await file.sync();
          await rename(draft, path);
        } catch (problem) {
          await rm(draft, { force: true });
          throw problem;
        }
        await using directory = await open(folder, 'r');
        await directory.sync();
      });
    },

    read: (name, offset, length) =>
      asStoreProblem(async () => {
        await using file = await open(pathOf(name), 'r');
        const bytes = Buffer.alloc(length);
        let filled = 0;
        while (filled < length) {
          const { bytesRead } = await file.read(bytes, filled, length - filled, offset + filled);
          if (bytesRead === 0) throw new FileDamaged(`The archive file ${name} is shorter than when it was written.`);
          filled += bytesRead;
        }
        return bytes;
      }),

    remove: (name) =>
      asStoreProblem(async () => {
        const isRemoved = await unlessAbsent(unlink(pathOf(name)).then(() => true));
        if (isRemoved) return;
        // A node that stopped while it wrote leaves a draft. The folder can be large, so it is read
        // only in this case.
        for (const draft of (await namesFrom(`${name}.`)).filter(isDraft))
          await rm(join(folder, draft), { force: true });
      }),

    list: (start) =>
      asStoreProblem(async () => {
        const names = (await namesFrom(start)).filter((name) => !isDraft(name)).sort();
        return Promise.all(names.map(async (name) => ({ name, size: (await stat(join(folder, name))).size })));
      }),

    removeAll: (start) =>
      asStoreProblem(async () => {
        for (const name of await namesFrom(start)) await rm(join(folder, name), { force: true });
      }),

    freeBytes: () =>
      asStoreProblem(async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const { bavail, bsize } = await statfs(folder);
        return bavail * bsize;
      }),
  };
}

/** Undefined: there is no such file or folder. */
async function unlessAbsent<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw problem;
  }
}

async function asStoreProblem<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (problem) {
    if (problem instanceof FileDamaged || problem instanceof TypeError) throw problem;
    // A missing file is usually a folder that is not mounted, so it is not called damaged.
    const { code, message } = problem as NodeJS.ErrnoException;
    throw new StoreUnavailable(`The archive folder cannot be used (${code ?? message}).`, { cause: problem });
  }
}
