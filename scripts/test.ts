// `npm test`: every test of every workspace. `npm test -- http/idempotency` runs the files whose path holds these words;
// options of `node --test` are passed on. On CI (CI=true) a skipped test is a failure.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { listFiles, listWorkspaces, root, runNode } from './repository.ts';
import type { TestCounts } from './test-counts.ts';

/** One test, on a machine that is slow and shared: what takes longer hangs. */
const testMilliseconds = 300_000;
/** One PostgreSQL for all files. */
const globalSetup = 'service/test-support/global-setup.ts';
const optionsWithValue = new Set([
  '--test-name-pattern',
  '--test-skip-pattern',
  '--test-concurrency',
  '--test-timeout',
]);

const { words, options } = readArguments(process.argv.slice(2));
const files = listFiles([...listWorkspaces(), 'scripts', 'test'], '.test.ts').filter((file) =>
  words.every((word) => file.includes(word.replace(/^\.\//, ''))),
);
if (files.length === 0) {
  console.error(`No test file has ${words.map((word) => `"${word}"`).join(' and ')} in its path.`);
  process.exit(1);
}

// Browsers are shown the pages as they are now; pages that outgrow their budget fail here.
if (files.some((file) => file.startsWith('test/'))) {
  const failed = await runNode([join(root, 'dashboard/build.ts'), '--when-stale']);
  if (failed) process.exit(failed);
}

const folder = mkdtempSync(join(tmpdir(), 'provenance-test-'));
const countsFile = join(folder, 'counts.json');
const status = await runNode([
  '--test',
  `--import=${pathToFileURL(join(root, 'scripts/end-of-tests.ts'))}`,
  // More than there are cores: tests wait for mails, browsers, databases and clocks for much of their time.
  `--test-concurrency=${availableParallelism() + 2}`,
  `--test-timeout=${testMilliseconds}`,
  ...(files.some((file) => file.startsWith('service/')) ? [`--test-global-setup=${join(root, globalSetup)}`] : []),
  '--test-reporter=spec',
  '--test-reporter-destination=stdout',
  `--test-reporter=${join(root, 'scripts/test-counts.ts')}`,
  `--test-reporter-destination=${countsFile}`,
  ...options,
  ...files,
]);
// Absent when the runner refused an option.
const counts = existsSync(countsFile) ? (JSON.parse(readFileSync(countsFile, 'utf8')) as TestCounts) : undefined;
rmSync(folder, { recursive: true });
const verdict = counts ? judge(counts) : 1;
process.exit(status || verdict);

/** Says how the tests ended; gives the exit code where the runner itself is content. */
function judge({ passed, failed, skipped }: TestCounts): number {
  console.log(`\n${passed} passed, ${failed} failed, ${skipped.length} skipped`);
  const mayNotSkip = process.env.CI === 'true' && skipped.length > 0;
  if (mayNotSkip) console.error(`On CI nothing may be skipped:\n  ${skipped.join('\n  ')}`);
  if (passed === 0) console.error('No test passed.');
  return mayNotSkip || passed === 0 ? 1 : 0;
}

function readArguments(given: readonly string[]): { words: string[]; options: string[] } {
  const words: string[] = [];
  const options: string[] = [];
  for (let place = 0; place < given.length; place += 1) {
    const argument = given[place]!;
    if (optionsWithValue.has(argument)) options.push(`${argument}=${given[++place] ?? ''}`);
    else (argument.startsWith('-') ? options : words).push(argument);
  }
  return { words, options };
}
