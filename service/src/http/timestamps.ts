// Timestamps from callers: ISO 8601 with a zone, or a date alone, which means UTC.
import { failValidation } from './error-catalogue.ts';

const form = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;
const day = 24 * 60 * 60 * 1_000;

/** Milliseconds since 1970. Undefined for anything else, such as a time without a zone. */
export function parseTimestamp(text: string): number | undefined {
  const time = form.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/**
 * The ends of a window, both inclusive: a date alone starts with its first and ends with its last
 * millisecond.
 */
export function readWindow<Fallback extends number | undefined>(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  fallback: { readonly from: Fallback; readonly to: Fallback },
): { from: number | Fallback; to: number | Fallback } {
  return {
    from: from === undefined ? fallback.from : readEnd('from', from),
    to: to === undefined ? fallback.to : readEnd('to', to) + (to.includes('T') ? 0 : day - 1),
  };
}

function readEnd(path: string, text: string): number {
  return parseTimestamp(text) ?? failValidation(path, 'must be an ISO 8601 date, or a timestamp with a time zone');
}
