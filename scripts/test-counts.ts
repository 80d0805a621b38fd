// A reporter for `node --test` that writes how the tests ended, as JSON. The counts are summed over the files: the
// runner's own total takes a file without a test for a test that passed.
import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { root } from './repository.ts';

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  /** Name, file and reason of each. */
  readonly skipped: readonly string[];
}

export default async function* countTests(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let passed = 0;
  let failed = 0;
  const skipped: string[] = [];
  for await (const { type, data } of events) {
    const ended = type === 'test:pass' || type === 'test:fail';
    if (ended && (data.skip !== undefined || data.todo !== undefined)) {
      skipped.push(`${data.name} (${relative(root, data.file ?? '')}): ${data.skip ?? data.todo}`);
    }
    if (type !== 'test:summary') continue;
    if (data.file === undefined)
      failed = data.counts.tests - data.counts.passed - data.counts.skipped - data.counts.todo;
    else passed += data.counts.passed;
  }
  yield JSON.stringify({ passed, failed, skipped } satisfies TestCounts);
}
