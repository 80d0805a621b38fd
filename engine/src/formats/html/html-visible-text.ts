// The text that a reader of a page sees, without the parts that a browser hides. Blocks begin on a
// new line. It reads the same tokens as signing, so it is linear and bounded.
import { readUnits } from '../../containers/text/text-units.ts';
import { hasCode } from '../../engine-error.ts';
import { decodeReferences } from './character-references.ts';
import { isHidden } from './html-places.ts';
import { type HtmlToken, readAttributes, readTokens } from './html-tokens.ts';

/** Elements that do not interrupt a word. */
const inline = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark nobr q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
const charsetForm = /charset\s*=\s*["']?\s*([\w-]{1,40})/i;

export function readVisibleText(bytes: Uint8Array): string {
  const { units, start, unitSize, encoding } = readUnits(bytes);
  const pieces: string[] = [];
  let charset: string | undefined;
  let hidden: { readonly name: string; depth: number } | null = null;
  for (const token of tokensOf(units, start)) {
    if (hidden) {
      if (token.name === hidden.name && !token.empty) hidden.depth += token.kind === 'start' ? 1 : -1;
      if (hidden.depth === 0) hidden = null;
    } else if (token.kind === 'text') pieces.push(units.slice(token.from, token.to));
    else if (token.kind !== 'other') {
      if (!inline.has(token.name)) pieces.push('\n');
      if (token.kind !== 'start') continue;
      if (token.name === 'meta') charset ??= charsetOf(units, token);
      if (isHidden(units, token)) hidden = { name: token.name, depth: 1 };
    }
  }
  const joined = pieces.join('');
  const text = unitSize === 2 ? joined : decode(Buffer.from(joined, 'latin1'), charset ?? encoding);
  return decodeReferences(text);
}

// A page with too many tags is read up to there.
function* tokensOf(units: string, start: number): Generator<HtmlToken> {
  try {
    for (const token of readTokens(units, start)) {
      if (token.open) return;
      yield token;
    }
  } catch (problem) {
    if (!hasCode(problem, 'broken_media')) throw problem;
  }
}

function charsetOf(units: string, meta: HtmlToken): string | undefined {
  const attributes = readAttributes(units, meta);
  return attributes.get('charset')?.trim() ?? charsetForm.exec(attributes.get('content') ?? '')?.[1];
}

function decode(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
