// After a failed call, a custodian gets no calls for a while, so that requests fail at once instead
// of waiting for it in a compute process. The pause doubles with each failure.
import { CustodyUnavailable, KeyUnavailable } from './custodian.ts';

export interface PauseOptions {
  readonly firstMilliseconds?: number;
  readonly longestMilliseconds?: number;
  /** More calls at once are refused. */
  readonly mostInProgress?: number;
  /** null: works again. */
  readonly onChange?: (problem: unknown) => void;
}

export function createPauseAfterFailure({
  firstMilliseconds = 1_000,
  longestMilliseconds = 30_000,
  mostInProgress = 64,
  onChange = () => undefined,
}: PauseOptions = {}) {
  let failures = 0;
  let pausedUntil = 0;
  let inProgress = 0;

  function expectReady(): void {
    if (Date.now() < pausedUntil) throw new CustodyUnavailable('Its last call failed a moment ago.');
    if (inProgress >= mostInProgress) throw new CustodyUnavailable('It has too many calls in progress.');
  }

  function succeed(): void {
    if (failures > 0) onChange(null);
    failures = 0;
  }

  function fail(problem: unknown): void {
    // Calls that started together and fail together are one failure.
    if (Date.now() < pausedUntil) return;
    pausedUntil = Date.now() + Math.min(firstMilliseconds * 2 ** failures, longestMilliseconds);
    failures += 1;
    onChange(problem);
  }

  return {
    expectReady,
    get state(): 'ok' | 'away' {
      return failures === 0 ? 'ok' : 'away';
    },
    async run<Result>(call: () => Promise<Result>): Promise<Result> {
      expectReady();
      inProgress += 1;
      try {
        const result = await call();
        succeed();
        return result;
      } catch (problem) {
        if (problem instanceof KeyUnavailable) succeed();
        else fail(problem);
        throw problem;
      } finally {
        inProgress -= 1;
      }
    },
  };
}
