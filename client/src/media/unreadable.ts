// Content that cannot be read here: it breaks the rules of its format, or decoding it needs sharp,
// which is not installed.
import { isRefusal } from '@content-provenance/engine';
import { missingSharp } from './missing-sharp.ts';

export function isUnreadable(problem: unknown): problem is Error {
  if (isRefusal(problem)) return true;
  return problem instanceof Error && (problem as NodeJS.ErrnoException).code === missingSharp;
}
