// Test support: random texts from fragments of tokens and payloads, and texts of the maximum upload
// size that are made to be slow.
import { deflateSync } from 'node:zlib';
import { writePayload } from '../src/watermarks/zero-width/payload.ts';
import { hostileBytes } from './hostile-size.ts';
import { randomPacket } from './hostile-xmp.ts';
import type { Random } from './random-bytes.ts';
import { pdfWithPacket } from './sample-pdfs.ts';

const payload = writePayload('fedcba9876543210');

export const withRandomText: Readonly<Record<string, (bytes: Uint8Array, random: Random) => Buffer>> = {
  'plain-text': (bytes, random) => scatter(Buffer.from(bytes).toString(), plainFragments, random),
  pdf: (_, random) => pdfWithPacket(randomPacket(random)),
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
const plainFragments = [payload, payload.slice(0, 37), payload.slice(9), '\n\n', '\r\n\r\n', '\ufeff', '😀', '\ufe0f'];

/** The text with some of the fragments at random places. */
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

/** A PDF's own bytes, and the parts for a chain of sections or a deep object. */
function* hostilePdfs(bytes: Uint8Array): Generator<[string, Buffer]> {
  const plain = Buffer.from(bytes);
  const text = plain.toString('latin1');
  const endless = (unit: string) => Buffer.alloc(hostileBytes, unit).toString('latin1');
  const catalog = (inside: string) => {
    const head = `${text}9 0 obj\n`;
    const table = `xref\n1 1\n${String(text.length).padStart(10, '0')} 00000 n \ntrailer\n<< /Size 20 /Root 1 0 R >>\n`;
    return Buffer.from(
      `${head.replace(/9 0 obj\n$/, '1 0 obj\n')}${inside}\n${table}startxref\n${text.length + 8 + inside.length + 1}\n%%EOF\n`,
      'latin1',
    );
  };
  const chain = Array.from({ length: 100_000 }, (_, index) => {
    const at = plain.length + index * 100;
    return `xref\n0 0\ntrailer\n<< /Size 9 /Root 1 0 R /Prev ${at - 100} >>\nstartxref\n${at}\n`.padEnd(100, ' ');
  }).join('');
  yield ['a chain of sections', Buffer.from(`${text}${chain}%%EOF\n`, 'latin1')];
  yield ['a deep catalog', catalog(endless('['))];
  yield ['a wide catalog', catalog(endless('/a 1 '))];
  yield ['a catalog of strings', catalog(`<< /a (${endless('(')}`)];
  yield ['a catalog of comments', catalog(endless('%\n'))];
  yield ['many starts', Buffer.concat([plain, Buffer.alloc(hostileBytes, 'startxref 9 ')])];
  yield ['many ranges', Buffer.from(`%PDF-1.4\nxref\n${endless('0 0\n')}startxref\n9\n%%EOF\n`, 'latin1')];
  yield ['a bomb', bomb()];
}

// A cross-reference stream that inflates to far more than its file.
function bomb(): Buffer {
  const zeros = deflateSync(Buffer.alloc(200 * 1024 * 1024));
  const head = `%PDF-1.5\n1 0 obj\n<< /Type /XRef /Size 9 /W [1 2 1] /Root 1 0 R /Filter /FlateDecode /Length ${zeros.length} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), zeros, Buffer.from('\nendstream\nendobj\nstartxref\n9\n%%EOF\n')]);
}

export const hostileTexts: Readonly<Record<string, (bytes: Uint8Array) => Iterable<[string, Buffer]>>> = {
  'plain-text': () => repeated(plainUnits),
  html: () => repeated(htmlUnits, '<html>'),
  pdf: hostilePdfs,
};

/**
 * This many bytes of each unit, one after the other, because all at once would exceed a gigabyte.
 */
function* repeated(units: readonly string[], start = ''): Generator<[string, Buffer]> {
  for (const unit of units) {
    const piece = Buffer.from(unit);
    const filled = Buffer.alloc(Math.floor(hostileBytes / piece.length) * piece.length, piece);
    yield [JSON.stringify(unit.slice(0, 20)), Buffer.concat([Buffer.from(start), filled])];
  }
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
  '\u{e0103}',
  '\u{e0103}\u{e0177}x',
  '\\udb40\\udd03',
  '&#xe0103;',
  '&#65024;',
  '\n\n[',
  '\n\n> ',
  '\n\n```',
  payload,
];

export const htmlUnits = [
  ...['<', '<p ', '<meta>', '<!--', '<!---->', '<a b="', '<script>', '<script><!--', '<template>', '</x>'],
  ...[' ', '&nbsp;', '<b hidden>', '<noscript>', '\x1b$B', meta],
];
