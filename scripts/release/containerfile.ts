// What Containerfile and .containerignore say about the image: its Debian packages, its npm
// packages, what is removed, and its configuration. The release reads them here, so that both ways
// to build an image agree.
import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { root } from '../repository.ts';
import { type Entry, plainMode } from './tar.ts';

export interface ImageDescription {
  readonly debianPackages: readonly string[];
  /** Arguments of `npm` that install the packages. */
  readonly installArguments: readonly string[];
  /** Folders that the build removes. */
  readonly removed: readonly string[];
  /** Folders that only an image with the decoder has. */
  readonly decoder: readonly string[];
  /** User and group of the service. */
  readonly user: number;
  readonly userName: string;
  readonly folder: string;
  readonly environment: readonly string[];
  readonly volume: string;
  readonly ports: readonly string[];
  readonly stopSignal: string;
  readonly command: readonly string[];
  readonly healthCheck: { readonly command: readonly string[]; readonly seconds: Readonly<Record<string, number>> };
}

export function readContainerfile(text = readFileSync(join(root, 'Containerfile'), 'utf8')): ImageDescription {
  const joined = text.replaceAll(/\\\n\s*/g, '');
  const final = joined.slice(joined.lastIndexOf('\nFROM '));
  const find = (pattern: RegExp, part = final): string => {
    const found = pattern.exec(part);
    if (!found) throw new Error(`Containerfile has no ${pattern}, which scripts/release/containerfile.ts reads.`);
    return found[1]!;
  };
  const [user, group] = find(/^USER (\S+)$/m).split(':');
  if (user !== group) throw new Error('Containerfile: user and group must have one number.');
  const words = (list: string) => list.trim().split(/\s+/);
  const check = /^HEALTHCHECK (.*?)CMD (\[.*\])$/m.exec(final);
  if (!check) throw new Error('Containerfile has no HEALTHCHECK.');
  return {
    debianPackages: words(find(/apt-get install (.*?) &&/)).filter((word) => !word.startsWith('-')),
    installArguments: words(find(/&& npm (ci --omit=dev [^&\n]*)/, joined)),
    removed: words(find(/rm -rf (dashboard\/src[^&\n]*)/, joined)),
    decoder: words(find(/"\$DECODER" = yes \|\| rm -rf ([^&\n]*)/, joined)),
    user: Number(user),
    userName: find(/useradd .* (\w+) &&/),
    folder: find(/^WORKDIR (\S+)$/m),
    environment: words(find(/^ENV (.*)$/m)),
    volume: find(/^VOLUME (\S+)$/m),
    ports: words(find(/^EXPOSE (.*)$/m)),
    stopSignal: find(/^STOPSIGNAL (\S+)$/m),
    command: JSON.parse(find(/^CMD (\[.*\])$/m)),
    healthCheck: {
      command: JSON.parse(check[2]!),
      seconds: Object.fromEntries(
        [...check[1]!.matchAll(/--([a-z-]+)=(\d+)s/g)].map(([, name, seconds]) => [name!, Number(seconds)]),
      ),
    },
  };
}

/** The files of the repository in the image: Git knows them, and .containerignore allows them. */
export function repositoryEntries({ folder, removed }: ImageDescription): Entry[] {
  const ignored = readFileSync(join(root, '.containerignore'), 'utf8').trim().split('\n');
  const isOut = (path: string) =>
    ignored.some(
      (pattern) => path.startsWith(`${pattern}/`) || matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`),
    ) || removed.some((each) => path.startsWith(`${each}/`));
  return trackedFiles()
    .filter((path) => !isOut(path))
    .map((path) => fileOf(path, join(folder.slice(1), path)));
}

/** In the working tree, so that a dry run shows uncommitted changes. */
export function trackedFiles(...folders: string[]): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--', ...folders], { cwd: root, maxBuffer: 64 * 1024 ** 2 });
  return listed
    .toString()
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(root, path)));
}

export function fileOf(path: string, place: string): Entry {
  const mode = plainMode(lstatSync(join(root, path)).mode);
  return { path: place, kind: 'file', mode, content: () => readFileSync(join(root, path)) };
}
