// Finds what a TypeScript file imports: static, type-only and dynamic imports, and re-exports. A small scanner, not a
// parser: it walks over comments, strings, templates and regular expressions, and looks at the words that are left.

export interface FoundImport {
  readonly specifier: string;
  readonly line: number;
  /** Gone at run time: `import type`, `export type … from`, `typeof import()`. */
  readonly typeOnly: boolean;
}

interface Token {
  readonly kind: 'word' | 'text' | 'mark';
  /** Of a text: what stands between the quotes. */
  readonly value: string;
  readonly at: number;
}

const patterns = {
  blank: /\s+|\/\/.*|\/\*[\s\S]*?\*\//y,
  word: /[\p{ID_Start}$_#@][\p{ID_Continue}$\u200c\u200d]*|\d[\w.]*/uy,
  text: /'((?:\\[\s\S]|[^'\\\n])*)'|"((?:\\[\s\S]|[^"\\\n])*)"/y,
  expression: /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/\w*/y,
  templatePart: /(?:\\[\s\S]|\$(?!\{)|[^`\\$])*(`|\$\{)/y,
};

export function scanImports(source: string): FoundImport[] {
  const tokens = readTokens(source);
  const found: FoundImport[] = [];
  for (const [place, token] of tokens.entries()) {
    if (token.kind !== 'word' || tokens[place - 1]?.value === '.') continue;
    const one =
      token.value === 'import'
        ? importAt(tokens, place)
        : token.value === 'export'
          ? exportAt(tokens, place)
          : undefined;
    if (one) found.push({ ...one, line: source.slice(0, token.at).split('\n').length });
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
  // `import type from 'x'` imports a default that is called type.
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

/** The text behind the next `from`, which a statement of this kind must have. */
function sourceAfter(tokens: readonly Token[], start: number, typeOnly: boolean): Found {
  for (let place = start; place < tokens.length && tokens[place]!.value !== ';'; place += 1) {
    const text = tokens[place + 1];
    if (tokens[place]!.value === 'from' && text?.kind === 'text') return { specifier: text.value, typeOnly };
  }
  return undefined;
}

function readTokens(source: string): Token[] {
  const tokens: Token[] = [];
  /** Depth of braces at which each open template goes on. */
  const templates: number[] = [];
  let depth = 0;
  let at = 0;
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at;
    return pattern.exec(source);
  };
  const push = (kind: Token['kind'], value: string, length: number) => {
    tokens.push({ kind, value, at });
    at += length;
  };
  const skipTemplatePart = () => {
    const [part, end] = match(patterns.templatePart) ?? [source.slice(at), '`'];
    at += part.length;
    if (end === '${') templates.push(depth++);
  };
  while (at < source.length) {
    const blank = match(patterns.blank);
    const word = blank ? null : match(patterns.word);
    const text = blank || word ? null : match(patterns.text);
    const expression = source[at] === '/' && mayBeginExpression(tokens.at(-1)) ? match(patterns.expression) : null;
    if (blank) at += blank[0].length;
    else if (word) push('word', word[0], word[0].length);
    else if (text) push('text', text[1] ?? text[2]!, text[0].length);
    else if (expression) push('mark', '/…/', expression[0].length);
    else {
      const mark = source[at]!;
      push('mark', mark, 1);
      if (mark === '{') depth += 1;
      if (mark === '}') depth -= 1;
      if (mark === '`' || (mark === '}' && templates.at(-1) === depth)) {
        if (mark === '}') templates.pop();
        skipTemplatePart();
      }
    }
  }
  return tokens;
}

/** A slash after a value divides; elsewhere it begins a regular expression. */
function mayBeginExpression(before: Token | undefined): boolean {
  if (!before) return true;
  if (before.kind === 'word')
    return /^(return|typeof|case|in|of|delete|void|throw|await|yield|else|do)$/.test(before.value);
  return before.kind === 'mark' && !/^[)\]}`]$|^\/…\/$/.test(before.value);
}
