// Repeats a request until it succeeds, if its failure can pass: a lost connection, a busy service,
// a limit. The pauses grow. They end early when the browser is online again.
import { ServiceError } from '@content-provenance/client';

export interface Trying {
  readonly signal: AbortSignal;
  /** Before each pause. What it throws ends the attempts. */
  readonly onPause: (problem: ServiceError) => void | Promise<void>;
}

const longestPauseSeconds = 15;
const passing = [0, 408, 425, 429, 502, 503, 504];
/** The month is used up, which no pause changes. */
const isFinal = ({ status, code }: ServiceError) => status === 429 && code !== 'rate_limited';

export async function keepTrying<Result>(work: () => Promise<Result>, { signal, onPause }: Trying): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (problem) {
      signal.throwIfAborted();
      if (!(problem instanceof ServiceError) || !passing.includes(problem.status) || isFinal(problem)) throw problem;
      await onPause(problem);
      await pause(problem.retryAfter ?? Math.min(2 ** attempt, longestPauseSeconds), signal);
    }
  }
}

function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      removeEventListener('online', onward);
      signal.removeEventListener('abort', give);
    };
    const onward = () => {
      stop();
      resolve();
    };
    const give = () => {
      stop();
      reject(signal.reason);
    };
    const timer = setTimeout(onward, seconds * 1_000);
    addEventListener('online', onward);
    signal.addEventListener('abort', give);
  });
}
