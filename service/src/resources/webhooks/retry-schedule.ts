// When a queued delivery is attempted again, and when the service gives up.

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** From the event to the last attempt. */
export const retryMilliseconds = 24 * hour;

/** After the first attempt, the second one and so on. The last value repeats. */
const pauses = [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, hour];
/** Receivers cannot postpone an attempt for longer. */
const longestPause = hour;
/** Pauses are up to this part longer, so that what failed together does not return together. */
const jitter = 0.2;

export interface FailedAttempt {
  /** Attempts so far, with the failed one. */
  readonly attempts: number;
  /** The time of the event. */
  readonly createdAt: number;
  /** The Retry-After header of the response. */
  readonly retryAfter: string | null;
}

/** Undefined: that was the last attempt. */
export function nextAttemptAt(
  { attempts, createdAt, retryAfter }: FailedAttempt,
  time: number,
  random: () => number = Math.random,
): number | undefined {
  const end = createdAt + retryMilliseconds;
  if (time >= end) return undefined;
  const pause = pauses[attempts - 1] ?? hour;
  const wanted = Math.min(longestPause, readRetryAfter(retryAfter, time));
  const next = time + Math.max(wanted, pause * (1 + jitter * random()));
  return Math.min(Math.round(next), end);
}

/** Milliseconds. RFC 9110, 10.2.3: seconds or a date. Anything else is ignored. */
function readRetryAfter(text: string | null, time: number): number {
  if (text === null) return 0;
  if (/^\d{1,10}$/.test(text)) return Number(text) * second;
  const date = Date.parse(text);
  return Number.isNaN(date) ? 0 : Math.max(0, date - time);
}
