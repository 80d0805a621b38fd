// Which test files run. A file named `*.long.test.ts` is long as a whole. A file that imports `on-each-database.ts` or
// `test-run.ts` has a short and a long part, and reads TEST_RUN to know which one to run. All other files are short.

/** `all`: both parts, with the counts of the short run. */
export type TestRun = 'short' | 'long' | 'all';

const longName = /\.long\.test\.ts$/;
const hasLongPart = /from '[^']*\/(?:on-each-database|test-run)\.ts'/;

/** `sources`: path → text of each test file. Only files whose path contains every word are chosen. */
export function chooseTests(sources: ReadonlyMap<string, string>, run: TestRun, words: readonly string[]): string[] {
  return [...sources]
    .filter(([file]) => words.every((word) => file.includes(word.replace(/^\.\//, ''))))
    .filter(([file, source]) => {
      if (run === 'short') return !longName.test(file);
      return run === 'all' || longName.test(file) || hasLongPart.test(source);
    })
    .map(([file]) => file);
}
