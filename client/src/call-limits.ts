// How long a call lasts: until its timeout, or until a signal of the caller ends it. Both limit the
// whole call: the upload, the response, and the retries with their pauses.
import { timedOut } from './service-error.ts';

export interface CallOptions {
  /**
   * Milliseconds for the whole call with its retries. Afterwards it rejects with a `ServiceError`,
   * code `timeout`. The service can have done its work. Default: the client's, otherwise no limit.
   */
  readonly timeout?: number | undefined;
  /** Ends the call. It rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

/** Timers end at once if their time is longer. 25 days and more count as no limit. */
const longestTimer = 2 ** 31 - 1;

export async function withinLimits<Result>(
  ofClient: CallOptions,
  ofCall: CallOptions | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const timeout = ofCall?.timeout ?? ofClient.timeout ?? Number.POSITIVE_INFINITY;
  if (!(timeout > 0)) throw new RangeError('The timeout must be a positive number of milliseconds.');
  const signals = [ofClient.signal, ofCall?.signal].filter((signal) => signal !== undefined);
  for (const signal of signals) signal.throwIfAborted();
  const end = new AbortController();
  // Without AbortSignal.any, which Safari before 17.4 does not have.
  const forget = signals.map((signal) => {
    const abort = () => end.abort(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    return () => signal.removeEventListener('abort', abort);
  });
  const timer = timeout <= longestTimer ? setTimeout(() => end.abort(timedOut(timeout)), timeout) : undefined;
  try {
    return await work(end.signal);
  } catch (problem) {
    throw end.signal.aborted ? end.signal.reason : problem;
  } finally {
    clearTimeout(timer);
    for (const each of forget) each();
  }
}
