// Finds what a TypeScript file imports: static, type-only and dynamic imports, and re-exports.
import { lineAt, readSource, type Token } from './read-source.ts';

export interface FoundImport {
  readonly specifier: string;
  readonly line: number;
  /** Gone at run time: `import type`, `export type … from`, `typeof import()`. */
  readonly typeOnly: boolean;
}

export function scanImports(source: string): FoundImport[] {
  // Parts of a template are texts, not code.
  const tokens = readSource(source).tokens.filter(({ kind }) => kind !== 'template');
  const found: FoundImport[] = [];
  for (const [place, token] of tokens.entries()) {
    if (token.kind !== 'word' || tokens[place - 1]?.value === '.') continue;
    const one =
      token.value === 'import'
        ? importAt(tokens, place)
        : token.value === 'export'
          ? exportAt(tokens, place)
          : undefined;
    if (one) found.push({ ...one, line: lineAt(source, token.at) });
  }
  return found;
}

type Found = Omit<FoundImport, 'line'> | undefined;

function importAt(tokens: readonly Token[], place: number): Found {
  const next = tokens[place + 1];
  if (next?.kind === 'text') return { specifier: next.value, typeOnly: false };
  if (next?.value === '(') {
    const argument = tokens[place + 2];
    if (argument?.kind !== 'text') return undefined;
    return { specifier: argument.value, typeOnly: tokens[place - 1]?.value === 'typeof' };
  }
  if (next?.value === '.' || next?.value === ':') return undefined;
  // `import type from 'x'` imports a default named type.
  const typeOnly = next?.value === 'type' && tokens[place + 2]?.value !== 'from' && tokens[place + 2]?.value !== ',';
  return sourceAfter(tokens, place + 1, typeOnly);
}

function exportAt(tokens: readonly Token[], place: number): Found {
  const typeOnly = tokens[place + 1]?.value === 'type';
  const start = place + (typeOnly ? 2 : 1);
  const opening = tokens[start]?.value;
  if (opening === '*') return sourceAfter(tokens, start, typeOnly);
  if (opening !== '{') return undefined;
  const end = tokens.findIndex((token, each) => each > start && token.value === '}');
  return tokens[end + 1]?.value === 'from' ? sourceAfter(tokens, end, typeOnly) : undefined;
}

/** The text after the next `from`, which a statement of this kind must have. */
function sourceAfter(tokens: readonly Token[], start: number, typeOnly: boolean): Found {
  for (let place = start; place < tokens.length && tokens[place]!.value !== ';'; place += 1) {
    const text = tokens[place + 1];
    if (tokens[place]!.value === 'from' && text?.kind === 'text') return { specifier: text.value, typeOnly };
  }
  return undefined;
}
