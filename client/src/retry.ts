// Trying again: what failed in passing is repeated after a pause, but only where repeating cannot do anything twice. The service's
// own word on when (`Retry-After`) is kept to; otherwise the pauses double, a little at random so that callers do not march in step.
import { ServiceError } from './service-error.ts';

export interface RetryOptions {
  /** Tries after the first; 0: none. */
  readonly retries: number;
  /** Whether the request may arrive twice: reading, or under an Idempotency-Key. */
  readonly repeatable: boolean;
  readonly signal?: AbortSignal | undefined;
}

const firstPause = 250;
const longestPause = 8_000;
/** Asked to wait longer, a caller is better told. */
const longestWish = 90_000;
const passing = new Set([0, 408, 425, 429, 502, 503, 504]);

export async function withRetries<Answer>(
  { retries, repeatable, signal }: RetryOptions,
  work: () => Promise<Answer>,
): Promise<Answer> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (problem) {
      if (!mayPass(problem, repeatable) || attempt >= mostRetries(problem, retries)) throw problem;
      const wish = problem.retryAfter;
      const pause = wish === undefined ? backOff(attempt) : wish * 1_000;
      if (pause > longestWish) throw problem;
      await sleep(pause, signal);
    }
  }
}

function mayPass(problem: unknown, repeatable: boolean): problem is ServiceError {
  if (!(problem instanceof ServiceError)) return false;
  // Refused before anything was done.
  if (problem.status === 429) return problem.code === 'rate_limited';
  const stillAtWork = problem.code === 'idempotency_conflict' && problem.retryAfter !== undefined;
  return repeatable && (passing.has(problem.status) || stillAtWork);
}

/** A service that is not there is soon told; one that is busy is waited for. */
function mostRetries({ status }: ServiceError, retries: number): number {
  return status === 0 ? Math.min(retries, 3) : retries;
}

function backOff(attempt: number): number {
  return Math.min(firstPause * 2 ** attempt, longestPause) * (0.5 + Math.random() / 2);
}

function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(done, milliseconds);
    const abort = () => {
      clearTimeout(timer);
      reject(signal!.reason);
    };
    function done() {
      signal?.removeEventListener('abort', abort);
      resolve();
    }
    signal?.addEventListener('abort', abort, { once: true });
  });
}
