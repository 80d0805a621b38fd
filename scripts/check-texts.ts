// Checks the words that people read against docs/style.md: string literals, Markdown and rewritten
// comments. No comment is wider than 100 columns.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lineAt, type ReadSource, readSource } from './read-source.ts';
import { listFiles, root } from './repository.ts';
import { findBreaches } from './style-rules.ts';

const widestComment = 100;

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

/** These pages quote the words that are forbidden. */
const neverChecked: readonly string[] = ['docs/style.md', 'docs/releases/plain-words.md'];

/** Folders and files whose comments are rewritten in plain words. */
const rewrittenComments: readonly string[] = [
  'client/src/create-client.ts',
  'client/src/index.ts',
  'client/src/media/find-manifests.ts',
  'client/src/media/inspect-content.ts',
  'client/src/media/missing-sharp.ts',
  'client/src/media/optional-sharp.ts',
  'client/src/media/read-canonical.ts',
  'client/src/media/standard-library.ts',
  'client/src/node.ts',
  'client/src/operation.ts',
  'client/src/resources/',
  'client/src/retry.ts',
  'client/src/service-error.ts',
  'client/src/signing.ts',
  'client/src/signing/bytes.ts',
  'client/src/signing/canonical-bytes.ts',
  'client/src/signing/content-hash.ts',
  'client/src/signing/der.ts',
  'client/src/signing/hash-picture.ts',
  'client/src/signing/ml-dsa.ts',
  'client/src/signing/node-crypto.ts',
  'client/src/signing/private-key-file.ts',
  'client/src/signing/signing-key.ts',
  'client/src/transport.ts',
  'client/src/upload.ts',
  'client/src/webhook-signature.ts',
  'dashboard/src/texts/',
  'engine/src/verdicts/',
  'scripts/check-texts',
  'scripts/read-source',
  'scripts/style-rules.ts',
];

export interface TextAreas {
  readonly checked: readonly string[];
  readonly rewrittenComments: readonly string[];
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
    if (isIn(file, areas.checked)) {
      files += 1;
      problems.push(...wordsOf(file, source));
    }
    if (file.endsWith('.md')) continue;
    problems.push(...wideComments(file, source));
    if (isIn(file, areas.rewrittenComments)) problems.push(...problemsIn(file, source, readSource(source).comments));
  }
  return { problems, files };
}

function wordsOf(file: string, source: string): string[] {
  return problemsIn(file, source, file.endsWith('.md') ? [{ value: withoutCode(source), at: 0 }] : readTexts(source));
}

function problemsIn(file: string, source: string, texts: ReadSource['comments']): string[] {
  return texts.flatMap(({ value, at }) =>
    findBreaches(value).map(
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
  const folders = ['client', 'dashboard', 'docs', 'engine', 'scripts', 'service'];
  const files = [
    ...rootPages,
    ...listFiles(folders, '.ts'),
    ...listFiles(folders, '.tsx'),
    ...listFiles(['docs'], '.md'),
  ];
  const isTest = (file: string) => /\.test\.ts$|\/test-support\/|^service\/test\/|\/generated\//.test(file);
  const sources = new Map(
    files
      .filter((file) => !isTest(file) && !neverChecked.includes(file))
      .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  );
  const report = checkTexts(sources, { checked, rewrittenComments });
  for (const problem of report.problems) console.error(problem);
  if (report.problems.length > 0) {
    console.error(`${report.problems.length} problems. docs/style.md explains the rules.`);
    process.exit(1);
  }
  console.log(
    `The words of ${report.files} files follow docs/style.md, and no comment is wider than ${widestComment} columns.`,
  );
}
