// Which tests run where: scripts/test.ts sets TEST_RUN to `short`, `long` or `all`. A suite whose
// program is missing is skipped with a reason. On CI it fails.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

const run = process.env.TEST_RUN;
/** The whole file is long: the long run runs all its parts. */
const isLongFile = process.argv[1]?.endsWith('.long.test.ts') === true;

export const runsShortPart = run !== 'long' || isLongFile;
export const runsLongPart = run !== 'short';

/** A test in a short file that runs only in the long run. */
export const longTest = (runsLongPart ? test : () => undefined) as typeof test;

export function describeWhere(present: boolean, absence: string, name: string, suite: () => void): void {
  // Set here, because a suite that runs its parts at once would pass that on.
  if (present) describe(name, { concurrency: 1 }, suite);
  else if (process.env.CI === 'true') test(name, () => assert.fail(absence));
  else test(name, { skip: absence });
}

/** For suites that need a real server or another program: the short run needs only Node. */
export function describeLong(present: boolean, absence: string, name: string, suite: () => void): void {
  if (runsLongPart) describeWhere(present, absence, name, suite);
}
