// Which tests run where: scripts/test.ts sets TEST_RUN to `short`, `long` or `all`.
import { test } from 'node:test';

const run = process.env.TEST_RUN;

export const runsLongPart = run !== 'short';

/** A test in a short file that runs only in the long run. */
export const longTest = (runsLongPart ? test : () => undefined) as typeof test;

/** How many cases to try: few in `npm test`, many in `npm run test:long`. */
export function countFor({ short, long }: { readonly short: number; readonly long: number }): number {
  return run === 'long' ? long : short;
}
