// Test support: texts made at random from fragments of tokens and payloads, and texts as large as an upload may be that are
// made to be slow.
import { writePayload } from '../src/watermarks/zero-width/payload.ts';
import type { Random } from './random-bytes.ts';

const fiftyMegabytes = 50 * 1024 * 1024;
const payload = writePayload('fedcba9876543210');

export const withRandomText: Readonly<Record<string, (bytes: Uint8Array, random: Random) => Buffer>> = {
  'plain-text': (bytes, random) => scatter(Buffer.from(bytes).toString(), plainFragments, random),
  html: (bytes, random) => scatter(Buffer.from(bytes).toString(), htmlFragments, random, [16, 90]),
};

const token = `svc_${'hostile_'.repeat(6).slice(0, 47)}`;
const meta = `<meta name="content-provenance" content="${token}" />\n`;
const htmlFragments = [
  meta,
  meta.slice(0, 30) + meta + meta.slice(30),
  `<META content='${token}' name=content-provenance>`,
  `<meta name="content-provenance" content="${token}">`,
  ...[
    '<!--',
    '-->',
    '<script>',
    '</script>',
    '<title>',
    '</title>',
    '<template>',
    '</template>',
    '</head>',
    '<head>',
    '<p>',
    '"',
    '>',
  ],
  ...['<![CDATA[', ']]>', '<?', '<noscript>', '</noscript>', '\n', 'word', '&#x', payload],
];
const plainFragments = [payload, payload.slice(0, 50), payload.slice(9), '\n\n', '\r\n\r\n', '\ufeff', '😀', '\ufe0f'];

/** The text with some of the fragments at places of its own choice. */
function scatter(
  text: string,
  fragments: readonly string[],
  random: Random,
  [from, to] = [0, Number.POSITIVE_INFINITY],
): Buffer {
  let result = text;
  for (let count = 1 + random.below(6); count > 0; count -= 1) {
    const fragment = random.pick(fragments);
    const cut = random.below(3) === 0 ? random.below(fragment.length) : 0;
    const place = from + random.below(Math.min(result.length, to) - from + 1);
    result = result.slice(0, place) + fragment.slice(cut) + result.slice(place);
  }
  return Buffer.from(result);
}

export const hostileTexts: Readonly<Record<string, (bytes: Uint8Array) => Map<string, Buffer>>> = {
  'plain-text': () => repeated(plainUnits),
  html: () => repeated(htmlUnits, '<html>'),
};

/** Fifty megabytes of each unit. */
function repeated(units: readonly string[], start = ''): Map<string, Buffer> {
  const fill = (unit: string) => {
    const piece = Buffer.from(unit);
    return Buffer.alloc(Math.floor(fiftyMegabytes / piece.length) * piece.length, piece);
  };
  return new Map(
    units.map((unit) => [JSON.stringify(unit.slice(0, 20)), Buffer.concat([Buffer.from(start), fill(unit)])]),
  );
}

export const plainUnits = [
  'a\n\n',
  '\n',
  ' ',
  '\n ',
  '\r',
  '&#x',
  '\ufe03',
  '\ufe03\ufe01x',
  '&#65024;',
  '\n\n[',
  '\n\n> ',
  payload,
];

export const htmlUnits = [
  ...[
    '<',
    '<a',
    '<p ',
    '<meta>',
    '<!--',
    '<!---->',
    '</',
    '<a b="',
    "<a b='c' ",
    '<script>',
    '<script><!--',
    '<title>',
    '<template>',
  ],
  ...['</x>', '<![CDATA[', '<?', ' ', '&nbsp;', '<b hidden>', '<svg>', '<noscript>', 'x=', '\x1b$B', meta],
];
