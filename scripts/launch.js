// Starts a program of this repository on a fresh machine: installs what is missing or stale, then hands over to the
// Node release pinned in package.json. Plain JavaScript, because it runs on whatever Node (20 or newer) npm runs on.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stampFile = join(root, 'node_modules', '.installed-from');
const [program, ...programArguments] = process.argv.slice(2);

if (Number(process.versions.node.split('.')[0]) < 20) {
  stop(`Node 20 or newer is needed to start; this is ${process.version}.`);
}
if (!program) stop('Usage: node scripts/launch.js <program.ts> [arguments]');

installWhenStale();
handOver(findPinnedNode());

function installWhenStale() {
  const wanted = fingerprint();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return;
  process.stderr.write('Installing dependencies (first start, or the lock file changed) …\n');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const result = spawnSync(npm, ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
    env: { ...process.env, NODE_ENV: '' },
  });
  if (result.error) stop(`npm could not be started: ${result.error.message}`);
  if (result.status !== 0) stop(`npm ci failed with exit code ${result.status}; the lines above say why.`);
  writeFileSync(stampFile, wanted);
}

// The machine belongs to it: a folder copied from another kind of machine holds the wrong binaries.
function fingerprint() {
  const lock = readFileSync(join(root, 'package-lock.json'));
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}\n`;
}

function findPinnedNode() {
  const pinned = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).optionalDependencies;
  const name = Object.keys(pinned).find((each) => each.endsWith(`${systemName()}-${process.arch}`));
  const version = name && `v${pinned[name]}`;
  if (!name) stop(`No Node release is pinned for ${process.platform}-${process.arch}.`);
  if (process.version === version) return process.execPath;
  const binary = join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (!existsSync(binary)) stop(`${name} is not installed; remove node_modules and start again.`);
  return binary;
}

function systemName() {
  return process.platform === 'win32' ? 'win' : process.platform;
}

// Signals reach the child through us, so that stopping npm stops the service gracefully.
function handOver(node) {
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', join(root, program), ...programArguments], {
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => stop(`The pinned Node could not be started: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(signal ? 128 + (constants.signals[signal] ?? 0) : code));
}

function stop(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
