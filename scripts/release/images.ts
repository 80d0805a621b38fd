// The container images of a release: for each architecture one layer each of Debian packages, npm
// packages, the GPL decoder and the service. An image with the decoder has all four, the other one
// has the same layers without it.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Lock } from '../package-report.ts';
import { root, runNode } from '../repository.ts';
import { fileOf, type ImageDescription, readContainerfile, repositoryEntries } from './containerfile.ts';
import { type Architecture, accountEntries, debianEntries } from './debian-packages.ts';
import { type Layer, writeImageArchive, writeLayer } from './oci-archive.ts';
import { entriesOf, folderEntry } from './tar.ts';

export type Variant = 'plain' | 'decoder';

export interface BuiltPlatform {
  readonly architecture: Architecture;
  /** What npm installed, as its own lock in node_modules says. */
  readonly installed: Lock['packages'];
  readonly layers: Readonly<Record<'debian' | 'packages' | 'decoder' | 'service', Layer>>;
}

export interface Release {
  readonly version: string;
  readonly commit: string;
  /** The time of the commit. */
  readonly seconds: number;
  /** An empty folder for work, and the one for the artifacts. */
  readonly work: string;
  readonly out: string;
}

const cpus: Readonly<Record<Architecture, string>> = { amd64: 'x64', arm64: 'arm64' };
/** Builds what the variants of one architecture share. */
export async function buildPlatform(release: Release, architecture: Architecture): Promise<BuiltPlatform> {
  const { work, seconds } = release;
  const image = readContainerfile();
  const tree = installPackages(join(work, `npm-${architecture}`), image, cpus[architecture]);
  const inImage = image.folder.slice(1);
  const isDecoder = (path: string) => isInside(path, image.decoder);
  const isOut = (path: string) => isInside(path, image.removed) || isUnused(path, cpus[architecture]);
  const packages = ['node_modules', 'service/node_modules', 'engine/node_modules'].flatMap((folder) =>
    existsSync(join(tree, folder)) ? entriesOf(join(tree, folder), folder).filter(({ path }) => !isOut(path)) : [],
  );
  const placed = packages.map((entry) => ({ ...entry, path: join(inImage, entry.path), from: entry.path }));
  const layer = (entries: Parameters<typeof writeLayer>[1], createdBy: string) =>
    writeLayer(join(work, 'blobs'), entries, seconds, createdBy);
  return {
    architecture,
    installed: (JSON.parse(readFileSync(join(tree, 'node_modules/.package-lock.json'), 'utf8')) as Lock).packages,
    layers: {
      debian: await layer(debianEntries(work, architecture, image.debianPackages), 'Debian packages'),
      packages: await layer(
        placed.filter(({ from }) => !isDecoder(from)),
        'npm packages and Node',
      ),
      decoder: await layer(
        placed.filter(({ from }) => isDecoder(from)),
        'FFmpeg (GPL)',
      ),
      service: await layer(serviceEntries(image), 'the service'),
    },
  };
}

/**
 * The pages are built once, by the same program as in Containerfile. Returns the packages whose
 * code they contain.
 */
export async function buildPages(): Promise<string[]> {
  if (await runNode([join(root, 'dashboard/build.ts'), '--when-stale'])) throw new Error('The pages were not built.');
  return JSON.parse(readFileSync(join(root, 'dashboard/dist/packages.json'), 'utf8')) as string[];
}

/** `licenses`: of everything in the image, as one SPDX expression. */
export async function writeImage(
  release: Release,
  variant: Variant,
  platforms: readonly BuiltPlatform[],
  licenses: string,
): Promise<string> {
  const { version, commit, work, out, seconds } = release;
  const tag = variant === 'decoder' ? `${version}-decoder` : version;
  const file = `content-provenance-service-${tag}.oci.tar`;
  await writeImageArchive({
    blobs: join(work, 'blobs'),
    out: join(out, file),
    reference: tag,
    seconds,
    labels: {
      'org.opencontainers.image.title': 'Content Provenance Service',
      'org.opencontainers.image.version': version,
      'org.opencontainers.image.revision': commit,
      'org.opencontainers.image.licenses': licenses,
    },
    configuration: configurationOf(readContainerfile()),
    platforms: platforms.map(({ architecture, layers }) => ({
      architecture,
      layers: [layers.debian, layers.packages, ...(variant === 'decoder' ? [layers.decoder] : []), layers.service],
    })),
  });
  return file;
}

function installPackages(folder: string, { installArguments }: ImageDescription, cpu: string): string {
  mkdirSync(folder);
  for (const each of ['.', 'engine', 'service', 'client', 'dashboard']) {
    mkdirSync(join(folder, each), { recursive: true });
    copyFileSync(join(root, each, 'package.json'), join(folder, each, 'package.json'));
  }
  for (const file of ['package-lock.json', '.npmrc']) copyFileSync(join(root, file), join(folder, file));
  const target = ['--os=linux', `--cpu=${cpu}`, '--libc=glibc'];
  execFileSync('npm', [...installArguments, ...target, '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    // Settings of the npm that started this must not choose other packages.
    env: Object.fromEntries(
      Object.entries(process.env).filter(
        ([name]) => !/^npm_(config_(?!registry|cache|userconfig)|package_|lifecycle_)/.test(name),
      ),
    ),
  });
  return folder;
}

function serviceEntries(image: ImageDescription) {
  const inImage = image.folder.slice(1);
  return [
    ...repositoryEntries(image),
    ...entriesOf(join(root, 'dashboard/dist'), join(inImage, 'dashboard/dist')),
    ...accountEntries(image.userName, image.user, image.volume),
    folderEntry(image.volume.slice(1), 0o755, image.user),
    fileOf('LICENSE', 'usr/share/doc/content-provenance-service/copyright'),
  ];
}

function configurationOf(image: ImageDescription): object {
  const nanoseconds = (name: string) => (image.healthCheck.seconds[name] ?? 0) * 1e9;
  return {
    User: `${image.user}:${image.user}`,
    ExposedPorts: Object.fromEntries(image.ports.map((port) => [`${port}/tcp`, {}])),
    Env: ['PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', ...image.environment],
    Cmd: image.command,
    Volumes: { [image.volume]: {} },
    WorkingDir: image.folder,
    StopSignal: image.stopSignal,
    // Not in the OCI specification. Docker reads it, others ignore it.
    Healthcheck: {
      Test: ['CMD', ...image.healthCheck.command],
      Interval: nanoseconds('interval'),
      Timeout: nanoseconds('timeout'),
      StartPeriod: nanoseconds('start-period'),
    },
  };
}

function isInside(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
}

/** onnxruntime-node brings every CPU, and Node its headers. npm's own list is not for an image. */
function isUnused(path: string, cpu: string): boolean {
  const other = /onnxruntime-node\/bin\/napi-v6\/linux\/([^/]+)/.exec(path);
  return (
    path === 'node_modules/.package-lock.json' ||
    (other !== null && other[1] !== cpu) ||
    /^node_modules\/node-linux-[^/]+\/(include|share)(\/|$)/.test(path)
  );
}
