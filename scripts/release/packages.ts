// The packages for users of the service: the client for npm, the Python package, and the Helm
// chart. The programs that build them are next to their sources. This only runs them and packs.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, runNode } from '../repository.ts';
import { fileOf, trackedFiles } from './containerfile.ts';
import type { Release } from './images.ts';
import { entriesOf, tarGzip } from './tar.ts';

export interface BuiltPackage {
  readonly file: string;
  readonly name: string;
  readonly version: string;
  /** Packages whose code is inside, or which an installer gets as well. */
  readonly packages: readonly string[];
}

/** The file that `npm pack ./client/dist` makes, independent of the release of npm. */
export async function buildClient({ work, out, seconds }: Release): Promise<BuiltPackage> {
  const folder = join(work, 'client');
  if (await runNode([join(root, 'client/build.ts'), `--out=${folder}`])) throw new Error('The client was not built.');
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
  const entries = entriesOf(folder, 'package');
  writeFileSync(join(out, file), tarGzip(entries, seconds));
  // esbuild names the source of each part of a bundle in a comment.
  const sources = entries
    .filter(({ path }) => /\.c?js$/.test(path))
    .flatMap(({ content }) => [
      ...(content as () => Buffer)()
        .toString()
        .matchAll(/^\s*\/\/ (?:\.\.\/)*node_modules\/((?:@[^/]+\/)?[^/]+)\//gm),
    ]);
  return { file, name, version, packages: [...new Set(sources.map(([, each]) => each!))].sort() };
}

const pythonFolder = join(root, 'client-python');

export function hasPythonPackage(): boolean {
  return existsSync(join(pythonFolder, 'pyproject.toml'));
}

/** Calls the build backend of the package itself (PEP 517), which needs only Python. */
export function buildPython({ out }: Release): readonly [wheel: BuiltPackage, source: string] {
  const project = readFileSync(join(pythonFolder, 'pyproject.toml'), 'utf8');
  const backend = /^build-backend = "([\w.]+)"/m.exec(project)?.[1];
  const path = /^backend-path = \["([^"]+)"\]/m.exec(project)?.[1];
  if (!backend || !path) throw new Error('client-python/pyproject.toml must name one build backend in its own folder.');
  const call = (hook: string) =>
    python(
      `import sys; sys.path.insert(0, sys.argv[2]); import ${backend} as b; print(getattr(b, sys.argv[1])(sys.argv[3]))`,
      [hook, join(pythonFolder, path), out],
    )
      .trim()
      .split('\n')
      .at(-1)!;
  const [source, file] = [call('build_sdist'), call('build_wheel')];
  const metadata = python(
    'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); ' +
      'print(z.read(next(n for n in z.namelist() if n.endswith(".dist-info/METADATA"))).decode())',
    [join(out, file)],
  );
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(metadata)![1]!.trim();
  // Those with "extra ==" are installed only on request.
  const required = [...metadata.matchAll(/^Requires-Dist: (.*)$/gm)].map(([, each]) => each!.trim());
  const packages = required.filter((each) => !each.includes('extra =='));
  return [{ file, name: field('Name'), version: field('Version'), packages }, source];
}

/** The file that `helm package deploy/chart` makes, without Helm. */
export function buildChart({ out, seconds }: Release): string {
  const chart = readFileSync(join(root, 'deploy/chart/Chart.yaml'), 'utf8');
  const [name, version] = ['name', 'version'].map((field) => new RegExp(`^${field}: (.*)$`, 'm').exec(chart)![1]!);
  const entries = trackedFiles('deploy/chart').map((path) => fileOf(path, path.replace('deploy/chart', name!)));
  const file = `${name}-chart-${version}.tgz`;
  writeFileSync(join(out, file), tarGzip([...entries, fileOf('LICENSE', `${name}/LICENSE`)], seconds));
  return file;
}

function python(program: string, programArguments: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync('python3', ['-c', program, ...programArguments], {
    cwd: pythonFolder,
    encoding: 'utf8',
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONHASHSEED: '0' },
  });
  if (status !== 0) throw new Error(`The Python package was not built: ${error?.message ?? stderr.trim()}`);
  return stdout;
}

/** The commit and its time. SOURCE_DATE_EPOCH has precedence, as in other reproducible builds. */
export function readCommit(): { commit: string; seconds: number; isClean: boolean } {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();
  const seconds = Number(process.env.SOURCE_DATE_EPOCH ?? git('log', '-1', '--format=%ct'));
  if (!Number.isSafeInteger(seconds) || seconds < 0) throw new Error('SOURCE_DATE_EPOCH must be a number of seconds.');
  return { commit: git('rev-parse', 'HEAD'), seconds, isClean: git('status', '--porcelain') === '' };
}
