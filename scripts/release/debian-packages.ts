// The Debian packages of an image: the C library and what Node needs besides, in exact
// versions with their SHA-256 (debian-packages.json), fetched by apt and unpacked without running
// any of their scripts.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Entry, entriesOf, fileEntry, folderEntry } from './tar.ts';

export interface DebianPackage {
  readonly name: string;
  readonly version: string;
  readonly source: string;
  readonly sha256: string;
}

export type Architecture = 'amd64' | 'arm64';
export type DebianLock = Readonly<Record<Architecture, readonly DebianPackage[]>>;

/** In Debian's own image too, so Containerfile does not install them. */
const alwaysThere = ['base-files', 'gcc-12-base', 'libc6', 'libgcc-s1', 'netbase'];
const lockFile = join(import.meta.dirname, 'debian-packages.json');

export function readDebianLock(): DebianLock {
  return JSON.parse(readFileSync(lockFile, 'utf8')) as DebianLock;
}

/** Writes the versions that Debian has now. The diff shows what changes. */
export function renewDebianLock(folder: string, wanted: readonly string[]): void {
  const names = [...alwaysThere, ...wanted].sort();
  const lock = Object.fromEntries(
    (['amd64', 'arm64'] as const).map((architecture) => {
      const options = updatedApt(folder, architecture);
      return [architecture, describeAll(apt('apt-cache', [...options, 'show', '--no-all-versions', ...names]), names)];
    }),
  );
  writeFileSync(lockFile, `${JSON.stringify(lock, null, 2)}\n`);
}

/** Fetches and unpacks the locked packages. Returns the files and folders of all of them. */
export function debianEntries(folder: string, architecture: Architecture, wanted: readonly string[]): Entry[] {
  const locked = readDebianLock()[architecture];
  const names = [...alwaysThere, ...wanted].sort().join(' ');
  if (locked.map(({ name }) => name).join(' ') !== names)
    throw new Error(`debian-packages.json does not list what Containerfile installs. ${renewHint}`);
  const options = updatedApt(folder, architecture);
  const downloads = join(folder, `debian-${architecture}`);
  mkdirSync(downloads);
  const versions = locked.map(({ name, version }) => `${name}=${version}`);
  const { status, stderr } = spawnSync('apt-get', [...options, 'download', ...versions], {
    cwd: downloads,
    encoding: 'utf8',
  });
  if (status !== 0)
    throw new Error(
      `apt cannot get the Debian packages for ${architecture}: ${stderr.trim()}. ` +
        `If a version was not found, Debian has replaced it by a newer one. ${renewHint}`,
    );
  const tree = join(downloads, 'tree');
  const fields: Entry[] = [];
  for (const file of readdirSync(downloads).filter((each) => each.endsWith('.deb'))) {
    const path = join(downloads, file);
    const control = apt('dpkg-deb', ['--field', path]);
    const name = fieldOf(control, 'Package');
    const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
    if (sha256 !== locked.find((each) => each.name === name)?.sha256)
      throw new Error(`${file} has the SHA-256 ${sha256}, which is not the one in debian-packages.json.`);
    apt('dpkg-deb', ['--extract', path, tree]);
    // Where scanners look for the packages of an image without dpkg.
    fields.push(fileEntry(`var/lib/dpkg/status.d/${name}`, control));
  }
  // dpkg-deb keeps the modes of the packages. The owner of everything in them is root.
  return [...entriesOf(tree, '', { modes: 'kept' }), ...fields, ...systemEntries(tree)];
}

export function accountEntries(userName: string, user: number, home: string): Entry[] {
  return [
    fileEntry(
      'etc/passwd',
      `root:x:0:0:root:/root:/sbin/nologin\n${userName}:x:${user}:${user}::${home}:/sbin/nologin\n`,
    ),
    fileEntry('etc/group', `root:x:0:\n${userName}:x:${user}:\n`),
  ];
}

/** What the scripts of the packages would make. */
function systemEntries(tree: string): Entry[] {
  const certificates = join(tree, 'usr/share/ca-certificates/mozilla');
  const bundle = readdirSync(certificates)
    .sort()
    .map((name) => readFileSync(join(certificates, name), 'utf8').trimEnd());
  return [
    fileEntry('etc/ssl/certs/ca-certificates.crt', `${bundle.join('\n')}\n`),
    { path: 'etc/localtime', kind: 'link', mode: 0o777, target: '/usr/share/zoneinfo/Etc/UTC' },
    fileEntry('etc/nsswitch.conf', 'passwd: files\ngroup: files\nhosts: files dns\n'),
    folderEntry('tmp', 0o1777),
    folderEntry('proc', 0o555),
    folderEntry('sys', 0o555),
    folderEntry('dev'),
  ];
}

const renewHint = 'Run `npm run release -- --renew-debian`, read the diff, and start again.';

/** apt with its own lists, so that nothing on this machine changes and other architectures work. */
function updatedApt(folder: string, architecture: Architecture): string[] {
  const state = join(folder, `apt-${architecture}`);
  mkdirSync(join(state, 'lists/partial'), { recursive: true });
  mkdirSync(join(state, 'cache/archives/partial'), { recursive: true });
  writeFileSync(join(state, 'status'), '');
  const options = [
    `Dir::State=${state}`,
    `Dir::State::status=${join(state, 'status')}`,
    `Dir::Cache=${join(state, 'cache')}`,
    `APT::Architecture=${architecture}`,
    `APT::Architectures=${architecture}`,
    'APT::Sandbox::User=root',
    'Acquire::Languages=none',
  ].flatMap((option) => ['-o', option]);
  const { status, error, stderr } = spawnSync('apt-get', [...options, '-qq', '--error-on=any', 'update'], {
    encoding: 'utf8',
  });
  if (status !== 0)
    throw new Error(
      `The images need Debian 12 packages, and apt cannot read their lists here: ${error?.message ?? stderr.trim()}. ` +
        'Run this on Debian 12 with a network, or leave the images out with --without-images.',
    );
  return options;
}

/** `shown`: one paragraph for each package. */
function describeAll(shown: string, names: readonly string[]): DebianPackage[] {
  const paragraphs = new Map(shown.split('\n\n').map((each) => [/^Package: (.*)$/m.exec(each)?.[1], each]));
  return names.map((name) => {
    const paragraph = paragraphs.get(name) ?? '';
    // "Source: gcc-12", and "Source: gcc-12 (12.2.0-14)" if its version differs.
    const source = /^Source: (\S+)/m.exec(paragraph)?.[1] ?? name;
    return { name, version: fieldOf(paragraph, 'Version'), source, sha256: fieldOf(paragraph, 'SHA256') };
  });
}

function fieldOf(control: string, field: string): string {
  const found = new RegExp(`^${field}: (.*)$`, 'm').exec(control);
  if (!found) throw new Error(`A Debian package has no ${field}.`);
  return found[1]!;
}

function apt(program: string, programArguments: readonly string[]): string {
  return execFileSync(program, programArguments, { encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 });
}
