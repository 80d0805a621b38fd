// Loaded into every test file's process. A test that failed before it stopped its service leaves
// something running, which must not block the run. Some time after the last test, the process ends
// anyway and says what was left.
import { after } from 'node:test';
import { isMainThread } from 'node:worker_threads';

const graceMilliseconds = 5_000;

// Worker threads load it too, and have no tests.
if (isMainThread) after(endSoon);

function endSoon(): void {
  setTimeout(() => {
    console.error(`Still open after the last test: ${process.getActiveResourcesInfo().join(', ')}.`);
    process.exit();
  }, graceMilliseconds).unref();
}
