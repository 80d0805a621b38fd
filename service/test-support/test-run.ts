// Which tests run where: scripts/test.ts sets TEST_RUN to `short`, `long` or `all`. A suite whose
// program is missing is skipped with a reason; on CI it fails.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

const run = process.env.TEST_RUN;
/** Long as a whole: the long run leaves out none of its parts. */
const isLongFile = process.argv[1]?.endsWith('.long.test.ts') === true;

export const runsShortPart = run !== 'long' || isLongFile;
export const runsLongPart = run !== 'short';

/** A test of a short file that only the long run takes. */
export const longTest = (runsLongPart ? test : () => undefined) as typeof test;

export function describeWhere(present: boolean, absence: string, name: string, suite: () => void): void {
  // Said here because a suite that runs its parts at once would pass that on.
  if (present) describe(name, { concurrency: 1 }, suite);
  else if (process.env.CI === 'true') test(name, () => assert.fail(absence));
  else test(name, { skip: absence });
}

/** For what needs a real server or another program: the short run works with Node alone. */
export function describeLong(present: boolean, absence: string, name: string, suite: () => void): void {
  if (runsLongPart) describeWhere(present, absence, name, suite);
}
