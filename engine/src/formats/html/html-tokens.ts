// Markup split into tags, text and the rest, each with its place (HTML Living Standard §13.2.5;
// after an XML declaration, with XML's rules for empty elements and sections). It builds no tree,
// because the two places that signing needs do not require one. One pass, linear, with a limited
// number of tokens.
import { BrokenMedia } from '../../containers/broken-media.ts';

export interface HtmlToken {
  readonly kind: 'start' | 'end' | 'text' | 'other';
  /** The name of a tag, in lowercase. */
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** A start tag of XML, a drawing or a formula that closes itself. */
  readonly empty: boolean;
  /** It reaches the end of the file, so that nothing can follow it. */
  readonly open: boolean;
}

const mostTokens = 200_000;
const mostAttributes = 5000;
// No name that we need is longer. Longer names are not copied.
const longestName = 64;
/** Length of a name, or of blanks within a tag. */
const longestRun = 1024 * 1024;
const tagStart = /<\/?[A-Za-z][^\t\n\f\r />]*/y;
// Each is a run of one class with nothing after it, so none of them backtracks.
const blanks = /[\t\n\f\r ]*/y;
const between = /[\t\n\f\r /]*/y;
const attributeName = /=?[^\t\n\f\r />=]*/y;
const bareValue = /[^\t\n\f\r >]*/y;
const foreign = new Set(['svg', 'math']);
// Their content is text, whatever it looks like. `noscript` is read as in a browser that runs
// scripts.
const rawElements = new Set('script style title textarea xmp iframe noembed noframes noscript plaintext'.split(' '));

export function* readTokens(units: string, start: number): Generator<HtmlToken> {
  const xml = isXml(units, start);
  let tokens = 0;
  for (let at = start; at < units.length; ) {
    tokens += 1;
    if (tokens > mostTokens) throw new BrokenMedia(`The page has more than ${mostTokens} tags before its first words.`);
    const token = units[at] === '<' ? readMarkup(units, at, xml) : readText(units, at);
    const isRaw = token.kind === 'start' && rawElements.has(token.name) && !token.empty && !token.open;
    const end = isRaw ? endOfRaw(units, token.name, token.to) : token.to;
    yield end < 0 ? { ...token, open: true } : token;
    if (end < 0) return;
    at = end;
  }
}

export function isXml(units: string, start: number): boolean {
  return units.startsWith('<?xml', start);
}

/** Attributes by name in lowercase. The first of the same name counts. */
export function readAttributes(units: string, tag: HtmlToken): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [name, value] of walkAttributes(units, tag.from + 1 + tag.name.length).entries) {
    if (!attributes.has(name)) attributes.set(name, value);
  }
  return attributes;
}

// end: behind the tag. −1 if it never ends.
function walkAttributes(units: string, from: number): { entries: [string, string][]; end: number } {
  const entries: [string, string][] = [];
  for (let at = from; ; ) {
    at = skip(between, units, at);
    if (units[at] === '>') return { entries, end: at + 1 };
    if (at >= units.length) return { entries, end: -1 };
    if (entries.length === mostAttributes) throw new BrokenMedia(`A tag has more than ${mostAttributes} attributes.`);
    const nameEnd = skip(attributeName, units, at);
    const name = nameOf(units, at, nameEnd);
    const sign = skip(blanks, units, nameEnd);
    if (units[sign] !== '=') {
      entries.push([name, '']);
      at = nameEnd;
      continue;
    }
    const start = skip(blanks, units, sign + 1);
    const quote = units[start] === '"' || units[start] === "'" ? units[start]! : null;
    const end = quote ? units.indexOf(quote, start + 1) : skip(bareValue, units, start);
    if (end < 0) return { entries, end: -1 };
    entries.push([name, units.slice(quote ? start + 1 : start, end)]);
    at = quote ? end + 1 : end;
  }
}

function nameOf(units: string, from: number, to: number): string {
  return to - from > longestName ? '' : units.slice(from, to).toLowerCase();
}

function skip(form: RegExp, units: string, from: number): number {
  form.lastIndex = from;
  form.test(units);
  if (form !== bareValue && form.lastIndex - from > longestRun) throw new BrokenMedia('A tag of the page is too long.');
  return form.lastIndex;
}

function readText(units: string, from: number): HtmlToken {
  const next = units.indexOf('<', from + 1);
  return makeToken('text', '', from, next < 0 ? units.length : next);
}

function readMarkup(units: string, from: number, xml: boolean): HtmlToken {
  const nameEnd = skip(tagStart, units, from);
  if (nameEnd > 0) {
    const kind = units[from + 1] === '/' ? 'end' : 'start';
    const name = nameOf(units, from + (kind === 'end' ? 2 : 1), nameEnd);
    const token = makeToken(kind, name, from, walkAttributes(units, nameEnd).end);
    return { ...token, empty: (xml || foreign.has(name)) && units[token.to - 2] === '/' };
  }
  if (units.startsWith('<!--', from)) return makeToken('other', '', from, endOfComment(units, from + 4));
  if (units.startsWith('<![CDATA[', from) && xml) return makeToken('other', '', from, after(units, ']]>', from));
  if (units.startsWith('<?', from) && xml) return makeToken('other', '', from, after(units, '?>', from));
  if (/[!?/]/.test(units[from + 1] ?? '')) return makeToken('other', '', from, after(units, '>', from));
  return readText(units, from);
}

function makeToken(kind: HtmlToken['kind'], name: string, from: number, end: number): HtmlToken {
  return { kind, name, from, to: end, empty: false, open: end < 0 };
}

function endOfComment(units: string, from: number): number {
  if (units[from] === '>') return from + 1;
  if (units.startsWith('->', from)) return from + 2;
  const end = /--!?>/g;
  end.lastIndex = from;
  return end.test(units) ? end.lastIndex : -1;
}

// Where the end tag starts. −1 if there is none.
function endOfRaw(units: string, name: string, from: number): number {
  if (name === 'plaintext') return units.length;
  if (name === 'script') return endOfScript(units, from);
  const end = new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi');
  end.lastIndex = from;
  return end.exec(units)?.index ?? -1;
}

// A script within a comment within a script hides an end tag (§13.2.5.17 and the nine states after
// it).
const scriptMarks = {
  plain: /<!--|<\/script(?=[\t\n\f\r />])/gi,
  escaped: /-->|<\/?script(?=[\t\n\f\r />])/gi,
  nested: /-->|<\/script(?=[\t\n\f\r />])/gi,
};

function endOfScript(units: string, from: number): number {
  let state: keyof typeof scriptMarks = 'plain';
  let at = from;
  for (let changes = 0; changes < mostTokens; changes += 1) {
    const marks = scriptMarks[state];
    marks.lastIndex = at;
    const match = marks.exec(units);
    if (!match) return -1;
    at = marks.lastIndex;
    if (match[0] === '<!--') {
      state = 'escaped';
      // The dashes that open it can also close it: `<!-->`.
      at -= 2;
    } else if (match[0] === '-->') state = 'plain';
    else if (match[0][1] !== '/') state = 'nested';
    else if (state === 'nested') state = 'escaped';
    else return match.index;
  }
  throw new BrokenMedia('A script of the page opens and closes too many comments.');
}

function after(units: string, mark: string, from: number): number {
  const found = units.indexOf(mark, from);
  return found < 0 ? -1 : found + mark.length;
}
