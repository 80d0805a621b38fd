// A time in the visitor's time zone, as on all pages of the verification.
import { timeInWords } from '@content-provenance/engine/verdicts';

export function Time({ at }: { readonly at: string | number }) {
  return <time dateTime={new Date(at).toISOString()}>{timeInWords(at)}</time>;
}
