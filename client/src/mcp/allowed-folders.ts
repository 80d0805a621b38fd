// The files that a model can reach: those below the allowed folders, after symbolic links are
// resolved. Hidden files and folders are never read or written, because settings and secrets are
// there. This does not protect against programs that move folders at the same moment.
import { constants, realpathSync, statSync } from 'node:fs';
import { lstat, open, realpath } from 'node:fs/promises';
import { basename, dirname, extname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { writeFileAtomically } from '../cli/atomic-file.ts';
import { CommandError } from '../cli/command-errors.ts';
import { LARGEST_DELIVERED } from '../content-sizes.ts';

export interface ReadFile {
  readonly path: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

export type AllowedFolders = ReturnType<typeof allowFolders>;

/** The first folder is the one for relative paths. */
export function allowFolders(given: readonly string[]) {
  const folders = given.map((folder) => {
    const real = existing(folder);
    return { named: resolve(folder), real };
  });
  const list = folders.map(({ real }) => real);

  /** The absolute path, before links are resolved. */
  function locate(path: string): string {
    const place = resolve(list[0]!, path);
    expectInside(
      place,
      folders.flatMap(({ named, real }) => [named, real]),
      path,
    );
    return place;
  }

  function expectInside(place: string, roots: readonly string[], shown: string): void {
    const ways = roots.map((root) => relative(root, place)).filter(isBelow);
    if (ways.length === 0) {
      throw new CommandError(`${quote(shown)} is outside the allowed folders. Use a file in ${list.join(' or ')}.`);
    }
    if (ways.every((way) => way.split(sep).some((name) => name.startsWith('.')))) {
      throw new CommandError(`${quote(shown)} is hidden. Hidden files and folders are not available.`);
    }
  }

  return {
    list,

    async read(path: string): Promise<ReadFile> {
      const real = await realpath(locate(path)).catch((problem) => refuse(problem, path));
      expectInside(real, list, path);
      // Not waiting for the other end of a pipe, and not following a link that appeared meanwhile.
      const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
      const file = await open(real, flags).catch((problem) => refuse(problem, path));
      try {
        const stats = await file.stat();
        if (!stats.isFile()) throw new CommandError(`${quote(path)} is not a file.`);
        if (stats.size > LARGEST_DELIVERED)
          throw new CommandError(`${quote(path)} is larger than 51 MB. Use a smaller file.`);
        const content = new Uint8Array(stats.size);
        let length = 0;
        while (length < content.length) {
          const { bytesRead } = await file.read(content, length, content.length - length, length);
          if (bytesRead === 0) break;
          length += bytesRead;
        }
        return { path: real, content: content.subarray(0, length) };
      } finally {
        await file.close();
      }
    },

    /**
     * Where an output can be written. Fails if something is there, unless it is a file to
     * overwrite.
     */
    async place(path: string, ending: readonly string[], overwrite: boolean): Promise<string> {
      const located = locate(path);
      const folder = await realpath(dirname(located)).catch((problem) => refuse(problem, dirname(path)));
      const place = join(folder, basename(located));
      expectInside(place, list, path);
      if (!ending.includes(extname(place).toLowerCase())) {
        const endings = ending.map((each) => each || 'no ending').join(', ');
        throw new CommandError(`${quote(path)} has another ending than its content. Use ${endings}.`);
      }
      const there = await lstat(place).catch(() => undefined);
      if (there && !overwrite)
        throw new CommandError(`${quote(path)} already exists. Choose another output, or set "overwrite" to true.`);
      if (there && !there.isFile()) throw new CommandError(`${quote(path)} is not a file, so it stays as it is.`);
      return place;
    },

    /** Writes all of it or nothing, to what `place` returned. */
    async write(place: string, content: Uint8Array, overwrite: boolean): Promise<void> {
      try {
        await writeFileAtomically(place, content, { exclusive: !overwrite });
      } catch (problem) {
        const { code = 'unknown error' } = problem as NodeJS.ErrnoException;
        throw new CommandError(`${quote(place)} cannot be written (${code}).`);
      }
    },
  };
}

/** Every folder on the way can be a link to another place. */
function isBelow(way: string): boolean {
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function existing(folder: string): string {
  try {
    const real = realpathSync(folder);
    if (statSync(real).isDirectory()) return real;
  } catch {}
  throw new CommandError(`${folder} is not a folder. Name an existing one with --folder.`);
}

function refuse(problem: unknown, path: string): never {
  const { code = 'unknown error' } = problem as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') throw new CommandError(`${quote(path)} does not exist.`);
  throw new CommandError(`${quote(path)} cannot be read (${code}).`);
}

function quote(path: string): string {
  return `"${path.slice(0, 300)}"`;
}
