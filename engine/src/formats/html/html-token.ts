// The token in a page: one `meta` element with its line end, the last in the head. Removing it
// leaves every other byte as it was.
import { BrokenMedia } from '../../containers/broken-media.ts';
import type { Splice, TextUnits } from '../../containers/text/text-units.ts';
import { isToken } from '../../containers/xmp/token-namespace.ts';
import { findHead, type Head } from './html-places.ts';
import { readAttributes } from './html-tokens.ts';

const metaName = 'content-provenance';
const write = (token: string) => `<meta name="${metaName}" content="${token}" />\n`;

export interface HeadToken extends Head {
  readonly token: string | null;
  /** The edits that remove every token of ours. */
  readonly cuts: readonly Splice[];
}

export function readHead({ units, start }: TextUnits): HeadToken {
  const head = findHead(maskEscapes(units), start);
  let first: string | null = null;
  const cuts: Splice[] = [];
  for (const meta of head.metas) {
    const attributes = readAttributes(units, meta);
    const token = attributes.get('content') ?? '';
    if (attributes.get('name') !== metaName || !isToken(token)) continue;
    first ??= token;
    const own = write(token);
    cuts.push({ from: meta.from, to: units.startsWith(own, meta.from) ? meta.from + own.length : meta.to, text: '' });
  }
  return { ...head, token: first, cuts };
}

export function insertToken({ end }: Head, token: string): Splice {
  if (!isToken(token)) throw new TypeError('Only a token of the service is written into a page.');
  return { from: end, to: end, text: write(token) };
}

// ISO-2022-JP spells characters with the bytes of markup, between escapes (RFC 1468).
const shift = '\x1b';
const japanese = new RegExp(`${shift}\\$[@B][^${shift}]*(?:${shift}\\([BJ])?`, 'g');
const mostShifts = 200_000;

/** The same with letters in place of such characters. */
export function maskEscapes(units: string): string {
  if (!units.includes(`${shift}$`) || !/iso-2022-jp/i.test(units.slice(0, 4096))) return units;
  const parts: string[] = [];
  let at = 0;
  for (const { index, 0: run } of units.matchAll(japanese)) {
    if (parts.length > mostShifts) throw new BrokenMedia('The page changes its character set too often.');
    parts.push(units.slice(at, index), 'x'.repeat(run.length));
    at = index + run.length;
  }
  return parts.join('') + units.slice(at);
}
