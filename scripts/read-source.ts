// Splits a TypeScript file into tokens, texts and comments. A small scanner, not a parser: it reads
// comments, strings, templates and regular expressions, and returns the rest as words and marks.

export interface Token {
  readonly kind: 'word' | 'text' | 'template' | 'mark';
  /** For a text or a part of a template: the characters between the quotes. */
  readonly value: string;
  readonly at: number;
}

export interface ReadSource {
  readonly tokens: readonly Token[];
  /** With their slashes and stars. */
  readonly comments: readonly { readonly value: string; readonly at: number }[];
}

const patterns = {
  blank: /\s+/y,
  comment: /\/\/.*|\/\*[\s\S]*?\*\//y,
  word: /[\p{ID_Start}$_#@][\p{ID_Continue}$\u200c\u200d]*|\d[\w.]*/uy,
  text: /'((?:\\[\s\S]|[^'\\\n])*)'|"((?:\\[\s\S]|[^"\\\n])*)"/y,
  expression: /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/\w*/y,
  templatePart: /((?:\\[\s\S]|\$(?!\{)|[^`\\$])*)(`|\$\{)/y,
};

export function readSource(source: string): ReadSource {
  const tokens: Token[] = [];
  const comments: { value: string; at: number }[] = [];
  /** Depth of braces at which each open template continues. */
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
  const readTemplatePart = () => {
    const [part, value, end] = match(patterns.templatePart) ?? [source.slice(at), source.slice(at), '`'];
    push('template', value!, part.length);
    if (end === '${') templates.push(depth++);
  };
  while (at < source.length) {
    const blank = match(patterns.blank);
    const comment = blank ? null : match(patterns.comment);
    const word = blank || comment ? null : match(patterns.word);
    const text = blank || comment || word ? null : match(patterns.text);
    const expression = source[at] === '/' && canBeginExpression(tokens.at(-1)) ? match(patterns.expression) : null;
    if (blank) at += blank[0].length;
    else if (comment) {
      comments.push({ value: comment[0], at });
      at += comment[0].length;
    } else if (word) push('word', word[0], word[0].length);
    else if (text) push('text', text[1] ?? text[2]!, text[0].length);
    else if (expression) push('mark', '/…/', expression[0].length);
    else {
      const mark = source[at]!;
      push('mark', mark, 1);
      if (mark === '{') depth += 1;
      if (mark === '}') depth -= 1;
      if (mark === '`' || (mark === '}' && templates.at(-1) === depth)) {
        if (mark === '}') templates.pop();
        readTemplatePart();
      }
    }
  }
  return { tokens, comments };
}

export function lineAt(source: string, at: number): number {
  return source.slice(0, at).split('\n').length;
}

/** A slash after a value divides. Elsewhere, it begins a regular expression. */
function canBeginExpression(before: Token | undefined): boolean {
  if (!before) return true;
  if (before.kind === 'word')
    return /^(return|typeof|case|in|of|delete|void|throw|await|yield|else|do)$/.test(before.value);
  return before.kind === 'mark' && !/^[)\]}]$|^\/…\/$/.test(before.value);
}
