// The regular expressions in the sources, and texts that make careless ones slow: long runs of what
// an expression repeats, after its beginning, with an end that it does not match.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface FoundExpression {
  /** `service/src/http/validation.ts:51` */
  readonly place: string;
  readonly expression: RegExp;
}

const root = join(import.meta.dirname, '../..');
const literal =
  /(?<=(?:[(,=:[!&|?{};>]|return|^)\s*)\/(?![/*])((?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[])+)\/([dgimsuvy]*)(?=\s*[.,;)\]}]|\s*$)/g;

export function findExpressions(folders: readonly string[]): FoundExpression[] {
  const files = folders.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root }));
  return files
    .filter((file) => !file.endsWith('.test.ts') && !file.includes('/assembly/'))
    .sort()
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, place) => expressionsIn(line, `${file}:${place + 1}`)),
    );
}

function expressionsIn(line: string, place: string): FoundExpression[] {
  if (/^\s*(\/\/|\/?\*)/.test(line)) return [];
  return [...line.matchAll(literal)].flatMap(([, source, flags]) => {
    try {
      return [{ place, expression: new RegExp(source!, flags) }];
    } catch {
      // A division or a path that looked like one.
      return [];
    }
  });
}

/** One match of an escape, a class or the point. */
const examples: Readonly<Record<string, string>> = {
  '\\s': ' ',
  '\\S': 'x',
  '\\d': '0',
  '\\D': 'x',
  '\\w': 'a',
  '\\W': '-',
  '\\n': '\n',
  '\\r': '\r',
  '\\t': '\t',
  '\\0': '\0',
  '.': 'x',
};

export function slowTexts({ source }: RegExp, length: number): string[] {
  const atoms = [...source.matchAll(/\\[pP]\{[^}]*\}|\\u\{[\da-f]+\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\.|[^\\]/giu)].map(
    ([text]) => exampleOf(text),
  );
  const characters = [...new Set([...atoms.filter((atom) => atom !== undefined), ' ', 'a', '0', '\n'])];
  const pairs = atoms.flatMap((atom, place) => (atom && atoms[place + 1] ? [atom + atoms[place + 1]] : []));
  const units = [...characters, ...new Set(pairs)].slice(0, 40);
  const start = prefixOf(source);
  return units.flatMap((unit) => {
    const run = unit.repeat(Math.ceil(length / unit.length));
    return [`${start}${run}\u0001`, ...(start === '' ? [] : [`${run}\u0001`]), `x${run}`];
  });
}

function exampleOf(atom: string): string | undefined {
  if (examples[atom] !== undefined) return examples[atom];
  if (/^\\[pP]/.test(atom)) return 'é';
  if (/^\\[ux]/.test(atom)) return String.fromCodePoint(Number.parseInt(atom.replace(/[^\da-f]/gi, ''), 16));
  if (atom.startsWith('\\')) return /\w/.test(atom[1]!) ? undefined : atom[1];
  return /[()[\]{}|*+?^$]/.test(atom) ? undefined : atom;
}

/** The required first characters. */
function prefixOf(source: string): string {
  const plain = /^\^?((?:[\w \-:/<>"'=@#%!,;&]|\\[./[\](){}*+?^$|\\-])+)/.exec(source)?.[1] ?? '';
  // The last one can be repeated or left out.
  return plain.replaceAll('\\', '').slice(0, -1);
}
