// A time as all pages of the verification show it, in the zone of the visitor.
import { timeInWords } from '@content-provenance/engine/verdicts';

export function Time({ at }: { readonly at: string | number }) {
  return <time dateTime={new Date(at).toISOString()}>{timeInWords(at)}</time>;
}
