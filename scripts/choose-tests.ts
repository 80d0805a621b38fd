// Which test files run. A file named `*.long.test.ts` is completely long. A file that imports code
// that reads TEST_RUN, for example `on-each-database.ts`, has a short and a long part. All other
// files are short.

/** `all`: both parts, with the counts of the short run. */
export type TestRun = 'short' | 'long' | 'all';

const longName = /\.long\.test\.ts$/;
const hasLongPart = /from '[^']*\/(?:on-each-database|test-run|peer-programs|ffmpeg)\.ts'/;

/**
 * `sources`: path → text of each test file. Only files whose path contains every word are chosen.
 */
export function chooseTests(sources: ReadonlyMap<string, string>, run: TestRun, words: readonly string[]): string[] {
  return [...sources]
    .filter(([file]) => words.every((word) => file.includes(word.replace(/^\.\//, ''))))
    .filter(([file, source]) => {
      if (run === 'short') return !longName.test(file);
      return run === 'all' || longName.test(file) || hasLongPart.test(source);
    })
    .map(([file]) => file);
}
