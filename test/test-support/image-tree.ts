// The files that Containerfile puts into the image, in a folder: those of the repository that
// .containerignore allows, and the packages that are not only for development.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, matchesGlob } from 'node:path';

export function makeImageTree(root: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'provenance-image-'));
  const ignored = readFileSync(join(root, '.containerignore'), 'utf8').trim().split('\n');
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root });
  for (const path of listed.toString().split('\0')) {
    if (path === '' || !existsSync(join(root, path)) || isIgnored(path, ignored)) continue;
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  }
  linkPackages(root, folder);
  return folder;
}

function isIgnored(path: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`));
}

interface LockedPackage {
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly resolved?: string;
}

function linkPackages(root: string, folder: string): void {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  for (const [path, { dev, link, resolved }] of Object.entries(lock.packages)) {
    // Those inside another package come with it.
    if (dev || !/^([a-z]+\/)?node_modules\/(@[^/]+\/)?[^/]+$/.test(path)) continue;
    // A workspace is a link to its folder in the tree.
    const target = link ? join(folder, resolved!) : join(root, path);
    if (!existsSync(target)) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(target, join(folder, path));
  }
  mkdirSync(join(folder, 'node_modules/.bin'));
  symlinkSync(process.execPath, join(folder, 'node_modules/.bin/node'));
}
