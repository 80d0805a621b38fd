// Retries requests that failed temporarily, but only if a retry cannot do something twice. The
// pause is the `Retry-After` of the service. Without one, pauses double, with some randomness so
// that many callers do not retry at the same moment.
import { ServiceError } from './service-error.ts';

export interface RetryOptions {
  /** Number of retries. 0: none. */
  readonly retries: number;
  /** Whether the request can arrive twice: it only reads, or it has an Idempotency-Key. */
  readonly repeatable: boolean;
  /** Ends the pauses. */
  readonly signal: AbortSignal;
}

const firstPause = 250;
const longestPause = 8_000;
/** If the service asks for a longer wait, the caller gets the error. */
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
      if (signal.aborted || !mayPass(problem, repeatable) || attempt >= mostRetries(problem, retries)) throw problem;
      const wish = problem.retryAfter;
      const pause = wish === undefined ? backOff(attempt) : wish * 1_000;
      if (pause > longestWish) throw problem;
      await sleep(pause, signal);
    }
  }
}

function mayPass(problem: unknown, repeatable: boolean): problem is ServiceError {
  if (!(problem instanceof ServiceError)) return false;
  // The service rejected the request before it did anything.
  if (problem.status === 429) return problem.code === 'rate_limited';
  const stillAtWork = problem.code === 'idempotency_conflict' && problem.retryAfter !== undefined;
  return repeatable && (passing.has(problem.status) || stillAtWork);
}

/** Waits for a busy service, but reports an unreachable one soon. */
function mostRetries({ status }: ServiceError, retries: number): number {
  return status === 0 ? Math.min(retries, 3) : retries;
}

function backOff(attempt: number): number {
  return Math.min(firstPause * 2 ** attempt, longestPause) * (0.5 + Math.random() / 2);
}

export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, milliseconds);
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    function done() {
      signal.removeEventListener('abort', abort);
      resolve();
    }
    signal.addEventListener('abort', abort, { once: true });
  });
}
