// Starts a program of this repository on a fresh machine: installs what is missing or stale, then
// runs the program on the Node release pinned in package.json. Plain JavaScript, because it runs on
// the Node (20 or newer) that runs npm.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pagesAreFresh } from '../dashboard/freshness.js';
import { holdingInstallLock } from './install-lock.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stampFile = join(root, 'node_modules', '.installed-from');
const installArguments = [
  'ci',
  '--ignore-scripts',
  '--include=dev',
  '--include=optional',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
];
const parentMilliseconds = 500;
const [program, ...programArguments] = process.argv.slice(2);

if (Number(process.versions.node.split('.')[0]) < 20) {
  stop(`Node 20 or newer is needed to start; this is ${process.version}.`);
}
if (!program) stop('Usage: node scripts/launch.js <program.ts> [arguments]');

const { pinnedNode, pinnedPackage } = findPinnedNode();
if (!isInstalled()) await install();
const isService = program === 'service/src/main.ts';
// The service serves the pages but also works without them, so a failed build does not stop its
// start.
if (isService && !pagesAreFresh(root)) {
  await run(pinnedNode, ['--disable-warning=ExperimentalWarning', join(root, 'dashboard/build.ts')], {
    stdio: ['ignore', 2, 2],
  });
}
// A load generator must not collect garbage on the service's cores during a measurement. It has
// enough memory to wait until a round is over.
const callerFlags = ['--max-semi-space-size=32', '--initial-old-space-size=1024', '--expose-gc'];
const isCaller = program === 'bench/run.ts' && programArguments[0]?.startsWith('load/');
const flags = isCaller ? callerFlags : [];
const status = await run(
  pinnedNode,
  ['--disable-warning=ExperimentalWarning', ...flags, join(root, program), ...programArguments],
  {
    stdio: 'inherit',
    // Caches compiled code, which halves the time of the next start.
    env: { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'), ...process.env },
  },
);
process.exit(status);

/**
 * Depends on the machine: a folder that was copied from another kind of machine has the wrong
 * binaries.
 */
function fingerprint() {
  const lock = readFileSync(join(root, 'package-lock.json'));
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}\n`;
}

function isInstalled() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === fingerprint() && existsSync(pinnedNode);
}

// npm ci empties node_modules, so two of them at once would delete each other's work.
async function install() {
  await holdingInstallLock(root, isInstalled, async () => {
    process.stderr.write('Installing dependencies (first start, or the lock file changed) …\n');
    const wanted = fingerprint();
    const [npm, ...before] = findNpm();
    const failed = await run(npm, [...before, ...installArguments], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: npm === 'npm.cmd',
      // If set to production, it would leave out what tests need.
      env: { ...process.env, NODE_ENV: '' },
    });
    if (failed) stop(`npm ci failed with exit code ${failed}; the lines above say why.`);
    writeFileSync(stampFile, wanted);
  }).catch((problem) => stop(problem.message));
  if (!existsSync(pinnedNode)) stop(`npm ci did not install ${pinnedPackage}, the Node release this service runs on.`);
}

/** The npm that started this, otherwise the one on the path. */
function findNpm() {
  const started = process.env.npm_execpath;
  if (started?.endsWith('npm-cli.js')) return [process.execPath, started];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
}

function findPinnedNode() {
  const windows = process.platform === 'win32';
  const machine = `${windows ? 'win' : process.platform}-${process.arch}`;
  const pinned = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).optionalDependencies;
  const name = [`node-${machine}`, `node-bin-${machine}`].find((each) => each in pinned);
  if (!name) stop(`No Node release is pinned for ${machine}.`);
  const binary = join(root, 'node_modules', name, 'bin', windows ? 'node.exe' : 'node');
  return { pinnedPackage: name, pinnedNode: process.version === `v${pinned[name]}` ? process.execPath : binary };
}

/**
 * Runs a program to its end and returns its exit code. It forwards signals, so that stopping npm
 * stops the program gracefully.
 */
function run(file, fileArguments, options) {
  const child = spawn(file, fileArguments, options);
  const forward = (signal) => child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, forward);
  const timer = whenNpmIsGone(() => child.kill('SIGTERM'));
  return new Promise((resolve) => {
    child.on('error', (error) => stop(`${file} could not be started: ${error.message}`));
    child.on('exit', (code, signal) => {
      clearInterval(timer);
      for (const each of signals) process.off(each, forward);
      resolve(signal ? 128 + (constants.signals[signal] ?? 0) : code);
    });
  });
}

// npm runs us through a shell, which dies of a signal without forwarding it. Only under npm,
// because a terminal can be closed.
function whenNpmIsGone(end) {
  if (process.env.npm_lifecycle_event === undefined) return undefined;
  const parent = process.ppid;
  return setInterval(() => process.ppid === parent || end(), parentMilliseconds).unref();
}

function stop(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
