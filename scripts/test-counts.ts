// A reporter for `node --test` that writes how the tests ended, as JSON. The counts are summed over
// the files, because the runner's own total counts a file without a test as a test that passed.
import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { root } from './repository.ts';

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: readonly SkippedTest[];
  /** The test files of the failed tests. */
  readonly failedFiles: readonly string[];
}

interface SkippedTest {
  readonly name: string;
  readonly file: string;
  readonly reason: string;
}

export default async function* countTests(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let passed = 0;
  let failed = 0;
  const skipped: SkippedTest[] = [];
  const failedFiles = new Set<string>();
  for await (const { type, data } of events) {
    const ended = type === 'test:pass' || type === 'test:fail';
    if (ended && (data.skip !== undefined || data.todo !== undefined)) {
      const reason = String(data.skip ?? data.todo);
      skipped.push({ name: data.name, file: relative(root, data.file ?? ''), reason });
    }
    // A suite can come from a file that supports tests. Its tests come from their own file.
    if (type === 'test:fail' && /\.test\.m?[jt]s$/.test(data.file ?? '')) failedFiles.add(data.file!);
    if (type !== 'test:summary') continue;
    if (data.file === undefined)
      failed = data.counts.tests - data.counts.passed - data.counts.skipped - data.counts.todo;
    else passed += data.counts.passed;
  }
  yield JSON.stringify({ passed, failed, skipped, failedFiles: [...failedFiles] } satisfies TestCounts);
}
