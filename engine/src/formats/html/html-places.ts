// The two places in a page that signing needs: for the token, the end of its head, written out or
// implied (HTML Living Standard §13.2.6.4.1–6); for the payload, the first visible words of its
// body. The payload goes before the second word, or after the only one, so that a styled first
// letter (`::first-letter`) stays first.
import { type HtmlToken, readAttributes, readTokens } from './html-tokens.ts';

export interface Head {
  /** Where one more element is possible. */
  readonly end: number;
  readonly metas: readonly HtmlToken[];
}

const inHead = new Set(
  'html head base basefont bgsound link meta title noscript noframes style script template'.split(' '),
);
const endsHead = new Set(['head', 'body', 'html', 'br']);
const neverSeen = new Set(
  (
    'script style template noscript title textarea xmp iframe noembed noframes object video audio canvas svg math select ' +
    'button datalist dialog details rp map meter progress'
  ).split(' '),
);
const voidElements = new Set(
  'area base br col embed frame hr image img input link meta param source track wbr'.split(' '),
);
const invisible = /display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?![.\d])|font-size\s*:\s*0/i;
const blank = /[\t\n\f\r ]*/y;
const word = /[^\t\n\f\r ]*/y;

export function findHead(units: string, start: number): Head {
  const metas: HtmlToken[] = [];
  let template: { readonly from: number; depth: number } | null = null;
  for (const token of readTokens(units, start)) {
    if (token.open) return { end: template?.from ?? token.from, metas };
    if (template) {
      template.depth += token.name !== 'template' ? 0 : token.kind === 'start' ? 1 : -1;
      if (template.depth === 0) template = null;
    } else if (token.kind === 'text') {
      const shown = skip(blank, units, token.from);
      if (shown < token.to) return { end: shown, metas };
    } else if (token.kind === 'end') {
      if (endsHead.has(token.name)) return { end: token.from, metas };
    } else if (token.kind === 'start') {
      if (!inHead.has(token.name)) return { end: token.from, metas };
      if (token.name === 'meta') metas.push(token);
      if (token.name === 'template' && !token.empty) template = { from: token.from, depth: 1 };
    }
  }
  return { end: template?.from ?? units.length, metas };
}

/** Within the first visible text. Null for a page without one. */
export function findFirstWords(units: string, from: number): number | null {
  let hidden: { readonly name: string; depth: number } | null = null;
  for (const token of readTokens(units, from)) {
    if (token.open) return null;
    if (hidden) {
      if (token.name === hidden.name && !token.empty) hidden.depth += token.kind === 'start' ? 1 : -1;
      if (hidden.depth === 0) hidden = null;
    } else if (token.kind === 'start' && isHidden(units, token)) {
      hidden = { name: token.name, depth: 1 };
    } else if (token.kind === 'text' && isWorded(units, token)) {
      const behind = Math.min(token.to, skip(word, units, skip(blank, units, token.from)));
      const second = skip(blank, units, behind);
      return second < token.to ? second : behind;
    }
  }
  return null;
}

export function isHidden(units: string, tag: HtmlToken): boolean {
  if (tag.empty || voidElements.has(tag.name)) return false;
  if (neverSeen.has(tag.name)) return true;
  const attributes = readAttributes(units, tag);
  return (
    attributes.has('hidden') ||
    attributes.get('aria-hidden') === 'true' ||
    invisible.test(attributes.get('style') ?? '')
  );
}

// A letter, a digit or anything beyond ASCII, as it is or as a numeric reference. Named references
// and references to signs, blanks and invisible characters do not count.
const signs =
  /&(?:[A-Za-z]\w{0,31}|#0*(?:\d{1,3}(?!\d)|8[1-4]\d\d(?!\d)|65\d{3})|#x0*(?:[\da-f]{1,2}(?![\da-f])|(?:20|fe)[\da-f]{2}(?![\da-f])))?;?/gi;
// A text without a word within this length has no words.
const examined = 65_536;

function isWorded(units: string, { from, to }: HtmlToken): boolean {
  const start = skip(blank, units, from);
  return /[0-9A-Za-z\u0080-\uffff]/.test(units.slice(start, Math.min(to, start + examined)).replaceAll(signs, ''));
}

function skip(form: RegExp, units: string, from: number): number {
  form.lastIndex = from;
  form.test(units);
  return form.lastIndex;
}
