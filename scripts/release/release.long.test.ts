// `npm run release -- --dry-run` in two clones with different folders, users, umasks and time zones
// gives the same checksums. The artifacts work: the client on Node 20, the wheel in a fresh virtual
// environment, and the images as programs that other people wrote unpack them.
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { findProgram, takeFreePort, untilItAnswers } from '../../service/test-support/private-program.ts';
import { describeWhere } from '../../service/test-support/test-run.ts';
import { root } from '../repository.ts';
import { names } from './checksums.ts';

const missing = ['apt-get', 'dpkg-deb', 'git', 'skopeo', 'umoci', 'unshare'].filter((name) => !findProgram(name));
/** On a busy machine, two builds take longer than other tests. */
const patient = { timeout: 2_400_000 };
const architecture = process.arch === 'arm64' ? 'arm64' : 'amd64';
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

describeWhere(missing.length === 0, `missing for images: ${missing.join(', ')}`, 'a release', () => {
  const folder = mkdtempSync(join(tmpdir(), 'provenance-release-test-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const [first, second] = [join(folder, 'first'), join(folder, 'another/folder/with a space')];
  const [out, otherOut] = [join(first, 'dist-release'), join(folder, 'out')];
  const artifact = (pattern: RegExp) => readdirSync(out).filter((name) => pattern.test(name));

  test('two clones give the same checksums', patient, () => {
    makeClone(first);
    // The mirror keeps only the newest version, which can be newer than the locked one.
    runRelease(first, ['--renew-debian']);
    commit(first);
    mkdirSync(dirname(second), { recursive: true });
    execFileSync('sh', ['-c', 'umask 077; git clone --quiet "$0" "$1"', first, second]);
    linkPackages(second);
    runRelease(first, ['--dry-run', `--architectures=${architecture}`]);
    runRelease(second, ['--dry-run', `--architectures=${architecture}`, '--out', otherOut], '077');
    const sums = readFileSync(join(out, names.sums), 'utf8');
    assert.equal(readFileSync(join(otherOut, names.sums), 'utf8'), sums);
    assert.equal(sums.match(/\.oci\.tar$/gm)?.length, 2);
    execFileSync('sha256sum', ['--check', '--strict', '--quiet', names.sums], { cwd: out });
  });

  test('a download is verified with the key of the project, and not with another one', () => {
    const verify = (key: string) => runRelease(first, ['--verify', out, '--key', join(key, names.publicKey)]);
    assert.match(verify(out), /The key signed SHA256SUMS/);
    assert.throws(() => verify(otherOut), /not a signature of SHA256SUMS by this key/);
  });

  test('without --dry-run, a release that is not ready is refused and publishes nothing', () => {
    assert.throws(() => runRelease(first, ['--out', join(folder, 'never')]), /not ready.*RELEASE_KEY/);
    assert.ok(!existsSync(join(folder, 'never')));
  });

  test('the client works in a fresh project on Node 20, also to verify the release', patient, () => {
    const project = join(folder, 'project');
    mkdirSync(project);
    const node = findNode20(folder);
    const [client] = artifact(/^content-provenance-client-.*\.tgz$/);
    writeFileSync(join(project, 'package.json'), '{"private":true}');
    execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--loglevel=error', join(out, client!)], {
      cwd: project,
    });
    const run = (...words: string[]) => execFileSync(node, words, { cwd: project, encoding: 'utf8' });
    assert.match(run('--version'), /^v20\./);
    // The program of the documentation, as it is.
    const page = readFileSync(join(root, 'docs/run/verify-a-release.md'), 'utf8');
    writeFileSync(join(project, 'check.mjs'), /```js\n(.*?)```/s.exec(page)![1]!);
    const checked = run('check.mjs', join(out, names.publicKey), join(out, names.sums), join(out, names.signature));
    assert.match(checked, /^The key signed this list\.$/m);
    assert.throws(() =>
      run('check.mjs', join(otherOut, names.publicKey), join(out, names.sums), join(out, names.signature)),
    );
    const installed = join(project, 'node_modules/@content-provenance/client');
    assert.match(run(join(installed, 'provenance.js'), '--version'), new RegExp(version.replaceAll('.', '\\.')));
    const words = `console.log(typeof require('@content-provenance/client').createClient)`;
    assert.equal(run('--no-experimental-require-module', '--eval', words).trim(), 'function');
  });

  if (existsSync(join(root, 'client-python')))
    test('the wheel works in a fresh virtual environment', patient, () => {
      const [wheel] = artifact(/\.whl$/);
      const environment = join(folder, 'venv');
      execFileSync(findProgram('python3', ['/usr/bin'])!, ['-m', 'venv', environment]);
      const python = join(environment, 'bin/python');
      execFileSync(python, ['-m', 'pip', 'install', '--quiet', '--no-index', join(out, wheel!)]);
      execFileSync(python, ['-c', 'import content_provenance'], { cwd: folder });
    });

  test('an image without the decoder has the same layers except the one with the GPL code', () => {
    const layersOf = (tag: string) =>
      JSON.parse(
        execFileSync('skopeo', ['inspect', `oci-archive:${join(out, `content-provenance-service-${tag}.oci.tar`)}`], {
          encoding: 'utf8',
        }),
      ) as { Layers: string[]; Labels: Record<string, string> };
    const [plain, decoder] = [layersOf(version), layersOf(`${version}-decoder`)];
    const more = decoder.Layers.filter((layer) => !plain.Layers.includes(layer));
    assert.deepEqual([plain.Layers.length, more.length], [3, 1]);
    const license = 'org.opencontainers.image.licenses';
    assert.ok(decoder.Labels[license]!.split(' AND ').includes('GPL-3.0-or-later'));
    assert.ok(!plain.Labels[license]!.split(' AND ').includes('GPL-3.0-or-later'));
    const listed = (layer: string) => {
      const file = join(unpackArchive(version, folder, out), 'blobs/sha256', layer.replace('sha256:', ''));
      return execFileSync('tar', ['-tzf', file], { encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 });
    };
    for (const layer of plain.Layers) assert.doesNotMatch(listed(layer), /node-av|@seydx/);
  });

  for (const [tag, state] of [
    [version, 'absent'],
    [`${version}-decoder`, 'ok'],
  ] as const)
    test(
      `the image ${tag === version ? 'without' : 'with'} the decoder starts as its user and is healthy`,
      patient,
      async () => {
        const bundle = join(folder, `bundle-${state}`);
        const layout = unpackArchive(tag, folder, out);
        execFileSync('umoci', ['unpack', '--rootless', '--image', `${layout}:${tag}`, bundle]);
        const { process: settings } = JSON.parse(readFileSync(join(bundle, 'config.json'), 'utf8'));
        assert.deepEqual([settings.user.uid, settings.user.gid, settings.cwd], [10001, 10001, '/app']);
        const environment = Object.fromEntries(settings.env.map((each: string) => each.split(/=(.*)/s).slice(0, 2)));
        const ports = { PORT: String(await takeFreePort()), SANDBOX_PORT: String(await takeFreePort()) };
        const service = startInside(join(bundle, 'rootfs'), settings.args, {
          ...environment,
          ...ports,
          HOST: '127.0.0.1',
        });
        let words = '';
        for (const stream of [service.stdout!, service.stderr!]) stream.on('data', (bytes) => (words += bytes));
        try {
          const health = await untilItAnswers(async () => {
            if (service.exitCode !== null) return { ended: words };
            return (await fetch(`http://127.0.0.1:${ports.PORT}/health`)).json();
          }, 120_000);
          const { status, checks } = health as { status: string; checks: Record<string, string> };
          assert.equal(status, 'ok', JSON.stringify(health));
          assert.deepEqual([checks.decoder, checks.neural, checks.neural_audio], [state, 'ok', 'ok']);
        } finally {
          service.kill('SIGTERM');
          if (service.exitCode === null) await once(service, 'exit');
        }
      },
    );
});

/** The working tree as a new repository, whose commit is always the same. */
function makeClone(folder: string): void {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root });
  for (const path of listed.toString().split('\0')) {
    if (path === '' || !existsSync(join(root, path))) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    copyFileSync(join(root, path), join(folder, path));
  }
  execFileSync('git', ['init', '--quiet', folder]);
  commit(folder);
  linkPackages(folder);
}

function commit(folder: string): void {
  const time = '2026-01-02T03:04:05Z';
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.org', '-c', 'commit.gpgsign=false'];
  execFileSync('git', ['add', '--all'], { cwd: folder });
  execFileSync('git', [...author, 'commit', '--quiet', '--allow-empty', '--message=a'], {
    cwd: folder,
    env: { ...process.env, GIT_AUTHOR_DATE: time, GIT_COMMITTER_DATE: time },
  });
}

/** Installed packages are large and nothing writes into them, so hard links are enough. */
function linkPackages(folder: string): void {
  for (const part of ['node_modules', 'service/node_modules']) {
    if (!existsSync(join(root, part))) continue;
    const { status } = spawnSync('cp', ['-al', join(root, part), join(folder, part)]);
    if (status !== 0) cpSync(join(root, part), join(folder, part), { recursive: true, verbatimSymlinks: true });
  }
}

function runRelease(folder: string, words: readonly string[], umask = '022'): string {
  const { SOURCE_DATE_EPOCH, RELEASE_KEY, ...env } = process.env;
  const zone = umask === '022' ? { TZ: 'UTC', USER: 'first' } : { TZ: 'Pacific/Auckland', USER: 'second', LC_ALL: 'C' };
  const command = ['-c', `umask ${umask}; exec npm run --silent release -- "$@"`, 'release', ...words];
  const { status, stdout, stderr } = spawnSync('sh', command, {
    cwd: folder,
    env: { ...env, ...zone },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  });
  if (status !== 0) throw new Error(`${stdout}\n${stderr}`);
  return stdout;
}

/** The one of this machine, or the package of the registry that contains it. */
function findNode20(folder: string): string {
  const here = (process.env.PATH ?? '').split(':').map((each) => join(each, 'node'));
  const found = here.find((node) => spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.startsWith('v20.'));
  if (found) return found;
  const place = join(folder, 'node-20');
  const name = `node-linux-${process.arch}`;
  execFileSync('npm', ['install', '--prefix', place, '--no-audit', '--no-fund', '--loglevel=error', `${name}@20.20.2`]);
  return join(place, 'node_modules', name, 'bin/node');
}

function unpackArchive(tag: string, folder: string, out: string): string {
  const layout = join(folder, `layout-${tag}`);
  if (existsSync(layout)) return layout;
  mkdirSync(layout);
  execFileSync('tar', ['-xf', join(out, `content-provenance-service-${tag}.oci.tar`), '-C', layout]);
  return layout;
}

/** As a container runtime does: with the files and the user of the image, /dev and /proc. */
function startInside(rootFolder: string, command: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  const script = [
    'mount --rbind /dev "$0/dev"',
    'mount --rbind /proc "$0/proc"',
    'exec unshare --user --map-user=10001 --map-group=10001 --root="$0" --wd=/app "$@"',
  ];
  const inside = ['sh', '-c', script.join(' && '), rootFolder, ...command];
  return spawn('unshare', ['--user', '--map-root-user', '--mount', ...inside], {
    env: { ...env, PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
