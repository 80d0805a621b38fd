// Checks the documentation: every link in a Markdown file leads to a file and a heading that exist,
// and every `docs/…` that code or prose names exists. A decision can be named by its number alone
// (docs/decisions/0027).
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { listFiles, listWorkspaces, root } from './repository.ts';

export interface Documents {
  /** Path → text of every Markdown file. */
  readonly pages: ReadonlyMap<string, string>;
  /** Path → text of every file with code. */
  readonly sources: ReadonlyMap<string, string>;
  /** Whether the repository has this file or folder. */
  readonly exists: (path: string) => boolean;
}

/** One sentence for each broken link or reference, with its place. */
export function checkDocs({ pages, sources, exists }: Documents): string[] {
  const links = [...pages].flatMap(([page, text]) =>
    linksOf(text).flatMap(({ line, target }) => {
      const problem = problemOf(page, target, pages, exists);
      return problem ? [`${page}:${line} links to ${target}. ${problem}`] : [];
    }),
  );
  const known = [...pages.keys()];
  const references = [...pages, ...sources].flatMap(([file, text]) =>
    referencesOf(text)
      .filter(({ target }) => !exists(target) && !known.some((page) => page.startsWith(`${target}-`)))
      .map(({ line, target }) => `${file}:${line} names ${target}, which does not exist.`),
  );
  return [...links, ...references];
}

function problemOf(
  page: string,
  target: string,
  pages: Documents['pages'],
  exists: Documents['exists'],
): string | undefined {
  if (/^[a-z]+:/.test(target)) return undefined;
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : posix.join(posix.dirname(page), path).replace(/\/$/, '');
  if (!exists(file)) return 'There is no such file.';
  const text = pages.get(file);
  if (anchor === undefined || text === undefined || anchorsOf(text).has(anchor)) return undefined;
  return 'The page has no such heading.';
}

interface Place {
  readonly line: number;
  readonly target: string;
}

/** Links and pictures, except in code. */
function linksOf(text: string): Place[] {
  return findAll(withoutCode(text), /\]\(([^()\s]+)\)/g);
}

/**
 * Names from the root, besides links: not the end of a longer path, and not an address of the
 * service.
 */
function referencesOf(text: string): Place[] {
  const named = findAll(text.replaceAll(/\]\([^()\s]+\)/g, ']'), /(?<![\w/.-])(docs\/[\w./-]*\w)/g);
  return named.filter(({ target }) => !isPlaceholder(target));
}

/** As in docs/releases/X.Y.Z.md. */
function isPlaceholder(path: string): boolean {
  return /[A-Z]/.test(path.replace(/README\.md$/, ''));
}

function findAll(text: string, form: RegExp): Place[] {
  return text
    .split('\n')
    .flatMap((words, index) =>
      Array.from(words.matchAll(form), ([, target]) => ({ line: index + 1, target: target! })),
    );
}

/** Keeps the line breaks, so that line numbers stay correct. */
function withoutCode(text: string): string {
  return text.replaceAll(/^(`{3,}).*?^\1$/gms, (block) => block.replaceAll(/[^\n]/g, '')).replaceAll(/`[^`\n]*`/g, '');
}

/** The same as GitHub's for headings, and those that a page sets itself. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set(Array.from(text.matchAll(/<a id="([^"]+)">/g), ([, id]) => id!));
  const headings = text.replaceAll(/^(`{3,}).*?^\1$/gms, '').matchAll(/^#{1,6} (.+)$/gm);
  for (const [, heading] of headings) {
    const slug = slugOf(heading!);
    let [anchor, copies] = [slug, 0];
    while (anchors.has(anchor)) anchor = `${slug}-${++copies}`;
    anchors.add(anchor);
  }
  return anchors;
}

function slugOf(heading: string): string {
  return heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}

function readAll(folders: readonly string[], endings: readonly string[]): Map<string, string> {
  const files = endings.flatMap((ending) => listFiles(folders, ending));
  return new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
}

if (import.meta.main) {
  const folders = [...listWorkspaces(), 'bench', 'client-python', 'deploy', 'scripts', 'test', 'training'];
  const inRoot = ['ARCHITECTURE', 'CHANGELOG', 'CONTRIBUTING', 'README', 'SECURITY'].map((name) => `${name}.md`);
  const pages = readAll([...folders, 'docs', 'models'], ['.md']);
  for (const file of inRoot) pages.set(file, readFileSync(join(root, file), 'utf8'));
  const sources = readAll(folders, ['.ts', '.tsx', '.js', '.py', '.yaml']);
  // It names pages that do not exist, to test this file.
  sources.delete('scripts/check-docs.test.ts');
  const problems = checkDocs({ pages, sources, exists: (path) => existsSync(join(root, path)) });
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exit(1);
  console.log(`${pages.size} pages link only to what exists, and ${sources.size} files of code name only such pages.`);
}
