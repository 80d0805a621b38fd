// Which bytes of a file a download request wants (RFC 9110, 14.2): all, or one range.
import { fail } from '../../http/error-catalogue.ts';

export interface ByteRange {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/**
 * Undefined: the whole file. Several ranges, or a form that we do not know, also get the whole
 * file.
 */
export function readRange(header: string | undefined, size: number): ByteRange | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  const range =
    first === ''
      ? { start: Math.max(0, size - Number(last)), end: size }
      : { start: Number(first), end: last === '' ? size : Math.min(size, Number(last) + 1) };
  if (range.start >= range.end) {
    fail('range_not_satisfiable', { size }, { 'content-range': `bytes */${size}` });
  }
  return range;
}
