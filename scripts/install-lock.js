// One installation at a time, so that `npm start` and `npm test` on a fresh clone do not install
// over each other. The lock is a file that its owner touches every second. The lock of a killed
// process is taken over. Plain JavaScript, like launch.js.
import { renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const touchMilliseconds = 1_000;
const abandonedMilliseconds = 10_000;
const pauseMilliseconds = 100;
const longestWaitMilliseconds = 10 * 60 * 1_000;

/**
 * Does the work under the lock, unless another process has done it by the time the lock is free.
 */
export async function holdingInstallLock(folder, isDone, work) {
  const lock = join(folder, '.install-lock');
  const end = Date.now() + longestWaitMilliseconds;
  for (let first = true; !take(lock); first = false) {
    if (first) process.stderr.write('Waiting for another start that installs dependencies …\n');
    if (Date.now() > end) throw new Error(`Another installation has not ended; if none is running, remove ${lock}.`);
    await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
  }
  const timer = setInterval(() => touch(lock), touchMilliseconds).unref();
  const release = () => rmSync(lock, { force: true });
  // An exit in the middle of the work releases the lock too.
  process.once('exit', release);
  try {
    if (!isDone()) await work();
  } finally {
    clearInterval(timer);
    process.off('exit', release);
    release();
  }
}

function take(lock) {
  try {
    writeFileSync(lock, '', { flag: 'wx' });
    return true;
  } catch (problem) {
    if (problem.code !== 'EEXIST') throw problem;
    if (isAbandoned(lock)) takeAway(lock);
    return false;
  }
}

function isAbandoned(file) {
  const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
  return Date.now() - mtimeMs > abandonedMilliseconds;
}

// Renamed first and checked again, because another process can have taken the lock in between.
function takeAway(lock) {
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
    if (!isAbandoned(aside)) renameSync(aside, lock);
  } catch {
    // Another process was faster. The next round shows which.
  }
  rmSync(aside, { force: true });
}

function touch(lock) {
  try {
    utimesSync(lock, new Date(), new Date());
  } catch {
    // Taken while this process was suspended. The current installation continues anyway.
  }
}
