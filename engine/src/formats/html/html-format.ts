// HTML and XHTML, whole pages or fragments, in any charset that keeps ASCII or in UTF-16: token in
// a `meta` element of the head, the invisible payload in the first visible words, both inserted at
// byte level.
import { BrokenMedia } from '../../containers/broken-media.ts';
import { readUnits, spliceParts, type TextUnits } from '../../containers/text/text-units.ts';
import { cutPayloads, readPayload } from '../../watermarks/zero-width/find-payload.ts';
import { writePayload } from '../../watermarks/zero-width/payload.ts';
import type { Marking, MediaFormat } from '../media-format.ts';
import { findFirstWords, type Head } from './html-places.ts';
import { insertToken, maskEscapes, readHead } from './html-token.ts';
import { isXml, readAttributes } from './html-tokens.ts';
import { readVisibleText } from './html-visible-text.ts';

const examined = 4096;
// Start tags of pages and fragments: every element of the HTML Living Standard (§4) and the old
// ones that pages still start with.
const firstTags =
  'html head body title meta link base style script noscript template iframe div p a b i u em strong small span br hr h[1-6] ul ol li ' +
  'dl dt dd menu table caption colgroup tbody thead tfoot tr td th pre blockquote section article main header footer nav aside search ' +
  'hgroup figure figcaption picture img video audio source canvas map area object embed form fieldset legend label input button select ' +
  'option optgroup datalist textarea output progress meter details summary dialog address abbr cite code data del dfn ins kbd mark q ' +
  'ruby s samp sub sup time var bdi bdo slot wbr font center tt big strike marquee frameset';
const pageStart = new RegExp(
  String.raw`^\s*(?:<\?xml[^>]*>\s*(?=[^]*<html[\s>]))?(?:<!--(?:(?!-->)[^])*(?:-->|$)\s*|<\?(?!xml\s)[^>]*>\s*)*` +
    String.raw`(?:$|<!doctype\s+html|<(?:${firstTags.replaceAll(' ', '|')})[\s/>])`,
  'i',
);
const noPlace = { omitted: 'The page has no visible text, so it carries its token without a watermark.' };

export const htmlFormat: MediaFormat = {
  name: 'html',
  kind: 'text',
  mimeType: 'text/html',
  matches: looksLikePage,
  readToken: (bytes) => readHead(readUnits(bytes)).token,
  writeToken,
  removeToken: (bytes) => {
    const text = readUnits(bytes);
    return spliceParts(text, readHead(text).cuts);
  },
  visibleText: readVisibleText,
  watermark: { mark, read: async (bytes) => readPayload(readUnits(bytes)) },
};

function looksLikePage(bytes: Uint8Array): boolean {
  const { units, start } = readUnits(bytes.subarray(0, examined));
  return units.includes('<') && pageStart.test(units.slice(start));
}

function writeToken(bytes: Uint8Array, token: string): Uint8Array[] {
  const text = readUnits(bytes);
  const head = readHead(text);
  const written = Buffer.concat(spliceParts(text, [...head.cuts, insertToken(head, token)]));
  // Before an XML declaration that does not end, it would turn the page into a different one and
  // reveal what was hidden behind the declaration.
  const { token: found, cuts } = readHead(readUnits(written));
  if (found !== token || cuts.length !== 1)
    throw new BrokenMedia(
      'The page is too damaged to carry a token, because browsers would read it as a different page. Fix the HTML and retry.',
    );
  return [written];
}

async function mark(bytes: Uint8Array, id: string): Promise<Marking> {
  const text = cutPayloads(readUnits(bytes));
  const head = readHead(text);
  const place = findFirstWords(maskEscapes(text.units), head.end);
  if (place === null) return noPlace;
  const payload = writePayload(id);
  const spelled = isUnicode(text, head) ? payload : asReferences(payload);
  return { bytes: Buffer.concat(spliceParts(text, [{ from: place, to: place, text: spelled }])) };
}

// If a page does not say that it is UTF-8, only references are sure to be read correctly.
function isUnicode({ units, unitSize, start, hasMark }: TextUnits, { metas }: Head): boolean {
  if (unitSize === 2 || hasMark) return true;
  if (isXml(units, start)) {
    const declared = /^<\?xml[^>]*?encoding\s*=\s*["']([^"']*)/.exec(units.slice(start, start + 200))?.[1];
    return /^utf-?8$/i.test(declared ?? 'utf-8');
  }
  const charset = metas
    .map((meta) => readAttributes(units, meta))
    .map((meta) => meta.get('charset') ?? /charset\s*=\s*["']?([^\s;"']+)/i.exec(meta.get('content') ?? '')?.[1])
    .find((name) => name !== undefined);
  return /^\s*utf-?8\s*$/i.test(charset ?? '');
}

function asReferences(text: string): string {
  return [...text].map((character) => `&#x${character.codePointAt(0)!.toString(16).toUpperCase()};`).join('');
}
