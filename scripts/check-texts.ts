// Checks the words that people read against docs/style.md: string literals, Markdown, comments and
// test names. No comment is wider than 100 columns.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lineAt, type ReadSource, readSource } from './read-source.ts';
import { listFiles, root } from './repository.ts';
import { commentRules, findBreaches, type StyleRule, styleRules } from './style-rules.ts';

const widestComment = 100;
/** For the next engineer, not for users. */
const internalRules = [...styleRules, ...commentRules];

const rootPages = ['ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'README.md', 'SECURITY.md'];

/** Folders and files whose string literals or prose are checked. */
const checked: readonly string[] = [
  ...rootPages,
  'docs/',
  'client/src/',
  'dashboard/src/texts/',
  'engine/src/',
  'service/src/',
];

/** These files quote the words that are forbidden. */
const neverChecked: readonly string[] = [
  'docs/style.md',
  'docs/releases/plain-words.md',
  'scripts/check-texts.test.ts',
  'scripts/style-rules.ts',
];

/** Folders whose comments and test names are not checked. */
const notRewritten: readonly string[] = [
  // A migration that has landed never changes.
  'service/src/database/migrations/',
];

/** Their literals are input, which can be anything. Only comments and test names are checked. */
const testFile = /\.test\.ts$|\.suite\.ts$|\/test-support\/|^(?:service\/)?test\/|^bench\//;

export interface TextAreas {
  readonly checked: readonly string[];
  readonly notRewritten: readonly string[];
}

export interface TextReport {
  /** One sentence for each problem. */
  readonly problems: readonly string[];
  readonly files: number;
}

export function checkTexts(sources: ReadonlyMap<string, string>, areas: TextAreas): TextReport {
  const isIn = (file: string, list: readonly string[]) => list.some((start) => file.startsWith(start));
  const problems: string[] = [];
  let files = 0;
  for (const [file, source] of sources) {
    if (isIn(file, areas.checked) && !testFile.test(file)) {
      files += 1;
      problems.push(...wordsOf(file, source));
    }
    if (file.endsWith('.md')) continue;
    problems.push(...wideComments(file, source));
    if (isIn(file, areas.notRewritten)) continue;
    problems.push(...problemsIn(file, source, readSource(source).comments, internalRules));
    if (testFile.test(file)) problems.push(...problemsIn(file, source, readTestNames(source), internalRules));
  }
  return { problems, files };
}

function wordsOf(file: string, source: string): string[] {
  return problemsIn(file, source, file.endsWith('.md') ? [{ value: withoutCode(source), at: 0 }] : readTexts(source));
}

function problemsIn(
  file: string,
  source: string,
  texts: ReadSource['comments'],
  rules: readonly StyleRule[] = styleRules,
): string[] {
  return texts.flatMap(({ value, at }) =>
    findBreaches(value, rules).map(
      (breach) => `${file}:${lineAt(source, at + breach.at)} says "${breach.found}". Use: ${breach.use}.`,
    ),
  );
}

/** Literals with a space in them: single words are names and codes. */
function readTexts(source: string): { value: string; at: number }[] {
  return readSource(source)
    .tokens.filter(({ kind, value }) => (kind === 'text' || kind === 'template') && value.trim().includes(' '))
    .map(({ value, at }) => ({ value, at }));
}

/** Code inside a template becomes blanks, so that places stay correct. */
function readTestNames(source: string): { value: string; at: number }[] {
  const calls = source.matchAll(
    /\b(?:test|longTest|describe)\(\s*(?<quote>['"`])(?<name>(?:\\.|(?!\k<quote>)[^\\])*)/g,
  );
  return [...calls].map(({ 0: call, index, groups }) => ({
    value: groups!.name!.replaceAll(/\$\{[^}]*\}/g, (code) => ' '.repeat(code.length)),
    at: index + call.length - groups!.name!.length,
  }));
}

function withoutCode(markdown: string): string {
  return markdown.replaceAll(/^```[\s\S]*?^```|<!--[\s\S]*?-->/gm, (block) => block.replaceAll(/[^\n]/g, ' '));
}

/** Lines that are a comment and nothing else. A `biome-ignore` must stay on one line. */
function wideComments(file: string, source: string): string[] {
  return source
    .split('\n')
    .map((line, place) => ({ line, number: place + 1 }))
    .filter(({ line }) => line.length > widestComment && /^\s*(\/\/|\/\*|\* )/.test(line))
    .filter(({ line }) => !line.includes('biome-ignore'))
    .map(({ number }) => `${file}:${number} has a comment wider than ${widestComment} columns. Wrap it.`);
}

if (import.meta.main) {
  const folders = ['bench', 'client', 'dashboard', 'docs', 'engine', 'scripts', 'service', 'test'];
  const endings = ['.ts', '.tsx', '.js'];
  const files = [
    ...rootPages,
    ...endings.flatMap((ending) => listFiles(folders, ending)),
    ...listFiles(['docs'], '.md'),
  ];
  const sources = new Map(
    files
      .filter((file) => !file.includes('/generated/') && !neverChecked.includes(file))
      .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  );
  const report = checkTexts(sources, { checked, notRewritten });
  for (const problem of report.problems) console.error(problem);
  if (report.problems.length > 0) {
    console.error(`${report.problems.length} problems. docs/style.md explains the rules.`);
    process.exit(1);
  }
  console.log(
    `The words of ${report.files} files follow docs/style.md, and no comment is wider than ${widestComment} columns.`,
  );
}
