// `npm test` runs the short tests, which every change needs, on a machine that has only Node. `npm
// run test:long` runs the other ones. `npm test -- http/idempotency` runs every file whose path
// contains these words, short or long. Options of `node --test` are passed on. On CI (CI=true) a
// skipped test is a failure.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chooseTests, type TestRun } from './choose-tests.ts';
import { groupTests } from './group-tests.ts';
import { listFiles, listWorkspaces, root, runNode } from './repository.ts';
import type { TestCounts } from './test-counts.ts';

/** A test that takes longer hangs, even on a slow and shared machine. */
const testMilliseconds = 300_000;
/** Groups of the service's files in the short run: enough to keep the cores busy until the end. */
const groups = 4 * availableParallelism();
/** More failed files than these are not the machine's fault. */
const mostSecondRuns = 4;
/** One PostgreSQL for all files. */
const globalSetup = 'service/test-support/global-setup.ts';
const optionsWithValue = new Set([
  '--test-name-pattern',
  '--test-skip-pattern',
  '--test-concurrency',
  '--test-timeout',
]);

const { words, options, run } = readArguments(process.argv.slice(2));
const everyFile = listFiles([...listWorkspaces(), 'scripts', 'test'], '.test.ts');
const sources = new Map(everyFile.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
const files = chooseTests(sources, run, words);
if (files.length === 0) {
  console.error(`No test file has ${words.map((word) => `"${word}"`).join(' and ')} in its path.`);
  process.exit(1);
}

// Browsers get the current pages; pages that exceed their budget fail here.
if (files.some((file) => file.startsWith('test/'))) {
  const failed = await runNode([join(root, 'dashboard/build.ts'), '--when-stale']);
  if (failed) process.exit(failed);
}

const folder = mkdtempSync(join(tmpdir(), 'provenance-test-'));
const countsFile = join(folder, 'counts.json');
process.env.TEST_RUN = run;
const isGrouped = (file: string) => run === 'short' && file.startsWith('service/');
const programs = [...groupTests(files.filter(isGrouped), groups, folder), ...files.filter((file) => !isGrouped(file))];
const needsPostgres = run !== 'short' && files.some((file) => file.startsWith('service/'));
// More than there are cores, because tests often wait for emails, browsers, databases and clocks.
const first = await runTests(programs, availableParallelism() + 2);
const passed = (await passesInSecondRun(first)) || first.status === 0;
rmSync(folder, { recursive: true });
const verdict = first.counts ? judge(first.counts) : 1;
process.exit(passed ? verdict : first.status);

interface Outcome {
  readonly status: number;
  /** Absent if the runner refused an option. */
  readonly counts: TestCounts | undefined;
}

async function runTests(paths: readonly string[], concurrency: number): Promise<Outcome> {
  const status = await runNode([
    '--test',
    `--import=${pathToFileURL(join(root, 'scripts/end-of-tests.ts'))}`,
    `--test-concurrency=${concurrency}`,
    `--test-timeout=${testMilliseconds}`,
    ...(needsPostgres ? [`--test-global-setup=${join(root, globalSetup)}`] : []),
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    `--test-reporter=${join(root, 'scripts/test-counts.ts')}`,
    `--test-reporter-destination=${countsFile}`,
    ...options,
    ...paths,
  ]);
  return { status, counts: existsSync(countsFile) ? JSON.parse(readFileSync(countsFile, 'utf8')) : undefined };
}

/**
 * Servers, databases and browsers of several files share a busy CI machine. There, a few failed
 * files run once more, one at a time. What fails twice fails, and what passed late is printed.
 */
async function passesInSecondRun({ status, counts }: Outcome): Promise<boolean> {
  const failed = counts?.failedFiles ?? [];
  if (process.env.CI !== 'true' || status === 0 || failed.length === 0 || failed.length > mostSecondRuns) return false;
  console.log(`\nSecond run, one file at a time:\n${failed.map((file) => `  ${relative(root, file)}`).join('\n')}`);
  const second = await runTests(failed, 1);
  const passes = second.status === 0 && second.counts !== undefined && second.counts.passed > 0;
  if (passes) console.log('\nThese files failed once and passed in the second run. Find out why.');
  return passes;
}

/**
 * Prints how the tests ended and what did not run. Returns an exit code for the case that the
 * runner itself succeeded.
 */
function judge({ passed, failed, skipped }: TestCounts): number {
  console.log(`\n${passed} passed, ${failed} failed, ${skipped.length} skipped`);
  for (const [reason, tests] of Map.groupBy(skipped, ({ reason }) => reason)) {
    console.log(`\nSkipped: ${reason}`);
    for (const { name, file } of tests) console.log(`  ${file}: ${name}`);
  }
  if (run === 'short') {
    const left = everyFile.length - files.length;
    console.log(
      `\nLeft to \`npm run test:long\`: ${left} files, and whatever needs PostgreSQL, Redis, nginx or a browser.`,
    );
  }
  const mayNotSkip = process.env.CI === 'true' && skipped.length > 0;
  if (mayNotSkip) console.error('On CI no test may be skipped. Install what the list above names.');
  if (passed === 0) console.error('No test passed.');
  return mayNotSkip || passed === 0 ? 1 : 0;
}

function readArguments(given: readonly string[]): { words: string[]; options: string[]; run: TestRun } {
  const words: string[] = [];
  const options: string[] = [];
  let long = false;
  for (let place = 0; place < given.length; place += 1) {
    const argument = given[place]!;
    if (argument === '--long') long = true;
    else if (optionsWithValue.has(argument)) options.push(`${argument}=${given[++place] ?? ''}`);
    else (argument.startsWith('-') ? options : words).push(argument);
  }
  return { words, options, run: long ? 'long' : words.length > 0 ? 'all' : 'short' };
}
