// Limits how much work is in progress: some calls run, some wait in order, and more are refused.
import { CommandError } from '../cli/command-errors.ts';

export function createTurns(mostRunning: number, mostWaiting: number) {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running < mostRunning) running += 1;
    else {
      if (waiting.length >= mostWaiting) {
        throw new CommandError(
          `${mostRunning + mostWaiting} calls are in progress. Wait for one of them, then try again.`,
        );
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
