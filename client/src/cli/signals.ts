// Ctrl-C and a closed pipe: the program ends at once and leaves no partial file. A command that
// needs to finish its work takes the first signal. The next one ends it.
import { removeUnfinished } from './atomic-file.ts';
import { exitCodes } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';

let takeFirst: (() => void) | undefined;

export function onFirstSignal(finish: () => void): void {
  takeFirst = finish;
}

export function endOnSignals(terminal: Terminal): void {
  const end = (code: number) => () => {
    const finish = takeFirst;
    takeFirst = undefined;
    if (finish) return finish();
    removeUnfinished();
    terminal.clearBar();
    process.exit(code);
  };
  process.on('SIGINT', end(exitCodes.interrupted));
  process.on('SIGTERM', end(143));
  // `provenance records | head` is not an error.
  process.stdout.on('error', (problem: NodeJS.ErrnoException) => {
    if (problem.code !== 'EPIPE') throw problem;
    removeUnfinished();
    process.exit(exitCodes.done);
  });
}
