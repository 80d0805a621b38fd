// The text of a PDF: whole words in reading order, from every way to write them, and bounded work
// for files that are made to be slow.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { measured } from '../../../test-support/processor-time.ts';
import { Random } from '../../../test-support/random-bytes.ts';
import { samplePdfs } from '../../../test-support/sample-pdfs.ts';
import { BrokenMedia } from '../../containers/broken-media.ts';
import { readPdfText } from './pdf-text.ts';

type Objects = Readonly<Record<number, string | Buffer>>;

function makePdf(objects: Objects): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')];
  let [at, lines] = [parts[0]!.length, ''];
  for (const [number, body] of Object.entries(objects)) {
    const whole = Buffer.concat([Buffer.from(`${number} 0 obj\n`), Buffer.from(body as string, 'latin1')]);
    lines += `${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`;
    parts.push(whole, Buffer.from('\nendobj\n'));
    at += whole.length + 8;
  }
  const table = `xref\n0 1\n0000000000 65535 f \n${lines}trailer\n<< /Size 99 /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(table)]);
}

function stream(content: string, entries = ''): Buffer {
  const bytes = deflateSync(Buffer.from(content, 'latin1'));
  const head = `<< /Filter /FlateDecode ${entries} /Length ${bytes.length} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\nendstream')]);
}

/** One page with this content. Object 5 is its font /F, and 6 its form /X. */
function page(content: string, objects: Objects = {}): Buffer {
  return makePdf({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Kids [3 0 R] /Count 1 /Resources << /Font << /F 5 0 R >> /XObject << /X 6 0 R >> >> >>',
    3: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>',
    4: stream(content),
    5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...objects,
  });
}

const show = (content: string, objects?: Objects) => readPdfText(page(`BT /F 10 Tf ${content} ET`, objects));

test('every kind of PDF gives its words', () => {
  for (const [name, bytes] of samplePdfs()) {
    if (name !== 'encrypted') assert.equal(readPdfText(bytes), 'Some words by Somebody', name);
  }
});

test('kerning does not divide a word, and a gap ends one', () => {
  assert.equal(show('[(W) 80 (A) 90 (VE) -300 (wo) 20 (rd)] TJ'), 'WAVE word');
  assert.equal(show('(W) Tj 9.4 0 Td (ave) Tj 20 0 Td (word) Tj'), 'Wave word');
});

test('letters that are set apart are one word', () => {
  assert.equal(show('[(P) -250 (R) -250 (O) -250 (V) -250 (E) -250 (N) -900 (I) -250 (T) -250 (S)] TJ'), 'PROVEN ITS');
});

test('lines end where the text moves down, and paragraphs where it moves farther', () => {
  assert.equal(show("12 TL (One hy-) Tj (phen) ' 0 -12 Td (three) Tj T* (four) Tj"), 'One hy-\nphen\nthree\nfour');
  assert.equal(show('(One) Tj 0 -12 Td (two) Tj 0 -40 Td (three) Tj'), 'One\ntwo\n\nthree');
});

test('words of a simple font follow from its encoding and the names of its glyphs', () => {
  const font =
    '<< /Type /Font /Subtype /Type1 /Encoding << /Differences [1 /fi /Aacute /afii10017 /uni03B1 /u1F600 /f_f] >> >>';
  assert.equal(show('(\\001\\002\\003\\004\\005\\006) Tj', { 5: font }), 'fiÁАα😀ff');
  assert.equal(show('(caf\\351 \\223q\\224) Tj'), 'café “q”');
});

test('words of a composite font follow from its map to Unicode, with codes of one and two bytes', () => {
  const font = '<< /Type /Font /Subtype /Type0 /Encoding 8 0 R /DescendantFonts [9 0 R] /ToUnicode 7 0 R >>';
  const map =
    '1 beginbfchar <20> <0041> endbfchar 2 beginbfrange <8001> <8003> <03B1> <8010> <8011> [<0066> <00660069>] endbfrange';
  const codes = '2 begincodespacerange <00> <7f> <8000> <ffff> endcodespacerange';
  const objects = { 5: font, 7: stream(map), 8: stream(codes), 9: '<< /W [32769 [500 500 500]] >>' };
  assert.equal(show('<20 8001 8002 8003 8010 8011> Tj', objects), 'Aαβγffi');
});

test('text that is not known is left out', () => {
  const font = '<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /DescendantFonts [9 0 R] >>';
  assert.equal(show('<00410042> Tj', { 5: font, 9: '<< >>' }), null);
});

test('Arabic and Hebrew as they look become text in the order of reading', () => {
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /ToUnicode 7 0 R >>';
  const map = stream('1 beginbfrange <61> <7a> <05D0> endbfrange 1 beginbfchar <41> <0041> endbfchar');
  assert.equal(show('(cba A fed) Tj', { 5: font, 7: map }), '\u05d3\u05d4\u05d5 A \u05d0\u05d1\u05d2');
  const letters = '(a) Tj -6 0 Td (b) Tj -6 0 Td (c) Tj -12 0 Td (d) Tj';
  assert.equal(show(letters, { 5: font, 7: map }), '\u05d0\u05d1\u05d2 \u05d3');
});

test('text that replaces characters counts instead of them, and invisible text counts', () => {
  assert.equal(show('(a) Tj /Span << /ActualText <FEFF00660069> >> BDC (xyz) Tj EMC (b) Tj'), 'afib');
  assert.equal(show('3 Tr (scanned words) Tj'), 'scanned words');
});

test('forms are part of the page, and a form that draws itself ends', async () => {
  const form = stream('BT /F 10 Tf (inner) Tj ET /X Do /X Do', '/Subtype /Form');
  const { value, milliseconds } = await measured(() => readPdfText(page('/X Do', { 6: form })));
  assert.match(value!, /^inner/);
  assert.ok(milliseconds < 4_000, `${milliseconds} ms`);
});

test('bytes that are not a PDF are refused, and a PDF that needs repair has no text', () => {
  assert.throws(() => readPdfText(Buffer.from('Hello')), BrokenMedia);
  assert.equal(readPdfText(Buffer.from('%PDF-1.7\n')), null);
  assert.equal(
    show('(kept) Tj', { 4: Buffer.from('<< /Length 30 >>\nstream\nBT /F 10 Tf (kept) Tj ET (\nendstream') }),
    'kept',
  );
});

test('files that are made to be slow take bounded time and text', async () => {
  const slow: Record<string, string> = {
    letters: '(w) Tj 9 0 Td '.repeat(1_000_000),
    'one string': `(${'w'.repeat(10_000_000)}) Tj`,
    spaces: `(${' '.repeat(30_000)}) Tj `.repeat(1_000),
    brackets: '['.repeat(5_000_000),
    dictionaries: '<</a<<'.repeat(1_000_000),
  };
  for (const [name, content] of Object.entries(slow)) {
    const { value, milliseconds } = await measured(() => show(content));
    assert.ok((value?.length ?? 0) < 5_000_000, name);
    assert.ok(milliseconds < 10_000, `${name}: ${milliseconds} ms`);
  }
});

test('random changes never do more than remove text', () => {
  const sources = [...samplePdfs().values(), page('BT /F 10 Tf [(W) 80 (ave)] TJ ET /X Do')];
  for (let number = 0; number < 3_000; number += 1) {
    const random = new Random(number);
    const bytes = Buffer.from(random.pick(sources));
    for (let change = random.below(8); change >= 0; change -= 1) bytes[random.below(bytes.length)] = random.below(256);
    try {
      readPdfText(bytes);
    } catch (error) {
      assert.ok(error instanceof BrokenMedia, `case ${number}: ${error}`);
      assert.equal(error.message, 'The file is not a PDF.');
    }
  }
});
