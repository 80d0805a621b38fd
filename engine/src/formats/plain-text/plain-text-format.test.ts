// Plain text: the payload at the start of every paragraph, the edits that it survives, and text
// that looks exactly as before.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawPages, dumpPage } from '../../../test-support/chromium.ts';
import { hostileBytes } from '../../../test-support/hostile-size.ts';
import { plainUnits } from '../../../test-support/hostile-texts.ts';
import { testWithPrograms } from '../../../test-support/peer-programs.ts';
import { markdown, sampleTexts, scripts } from '../../../test-support/sample-texts.ts';
import { longTest } from '../../../test-support/test-run.ts';
import { hasPackage, testWithPackages, textPackages, textTransforms } from '../../../test-support/text-transforms.ts';
import { BrokenMedia } from '../../containers/broken-media.ts';
import { readUnits } from '../../containers/text/text-units.ts';
import { readPayload } from '../../watermarks/zero-width/find-payload.ts';
import { writePayload } from '../../watermarks/zero-width/payload.ts';
import { detectFormat } from '../all-formats.ts';
import { explainUnknown } from '../explain-unknown.ts';
import { plainTextFormat } from './plain-text-format.ts';

const id = '0123456789abcdef';
const payload = writePayload(id);
const prose = [...scripts.values()].join('\n\n');

async function mark(bytes: Uint8Array, as = id): Promise<Buffer> {
  const marking = await plainTextFormat.watermark!.mark(bytes, as);
  assert.ok('bytes' in marking);
  return Buffer.from(marking.bytes);
}

const markText = async (text: string) => (await mark(Buffer.from(text))).toString();
const read = async (text: string | Uint8Array) => readPayload(readUnits(Buffer.from(text as string)));

test('every paragraph starts with the payload, and nothing else changes', async () => {
  const signed = await markText(prose);
  const paragraphs = signed.split('\n\n');
  assert.equal(paragraphs.length, scripts.size);
  for (const paragraph of paragraphs) assert.ok(paragraph.startsWith(payload), paragraph);
  assert.equal(signed.replaceAll(payload, ''), prose);
});

test('encoding, byte order mark and line ends do not change', async () => {
  for (const [kind, bytes] of sampleTexts['plain-text']!()) {
    const marking = await plainTextFormat.watermark!.mark(bytes, id);
    if ('omitted' in marking) {
      assert.equal(kind, 'of blanks');
      continue;
    }
    assert.equal(await read(marking.bytes), id, kind);
    const encoding = bytes[0] === 0xff || bytes[0] === 0xfe ? 'utf16le' : 'utf8';
    const decode = (file: Uint8Array) =>
      (file[0] === 0xfe ? Buffer.from(file).swap16() : Buffer.from(file)).toString(encoding);
    assert.equal(decode(marking.bytes).replaceAll(payload, ''), decode(bytes), kind);
  }
});

test('signing again replaces the payload', async () => {
  const first = await mark(Buffer.from(prose));
  const second = await mark(first, 'fedcba9876543210');
  assert.equal(second.length, first.length);
  assert.equal(await read(second), 'fedcba9876543210');
  assert.ok(!second.includes(payload));
});

test('any single paragraph leads to the record', async () => {
  for (const paragraph of (await markText(prose)).split('\n\n')) assert.equal(await read(paragraph), id, paragraph);
});

test('Markdown keeps its meaning: the payload follows its marks, and fragile paragraphs have none', async () => {
  const signed = (await markText(markdown)).replaceAll(payload, '@').split('\n\n');
  assert.deepEqual(
    signed.map((paragraph) => paragraph.split('\n')[0]),
    [
      '# @Heading',
      '_@Emphasis_ and **strength** with [a link](https://example.org/?a=1&b=2).',
      '- @first',
      '1. @one',
      '> @quoted, “so to speak”',
      '| @a | b |',
      '```js',
      '---',
      '<div>markup</div>',
      '![@picture](picture.png) and `code`.',
      '[reference]: https://example.org',
    ],
  );
});

test('code between fences does not change, even with many blank lines', async () => {
  const code = '```js\nlet a;\n\nlet b;\n\n~~~\n\nlet c;\n```';
  const outline = async (text: string) => (await markText(text)).replaceAll(payload, '@');
  assert.equal(await outline(`One.\n\n${code}\n\nTwo.`), `@One.\n\n${code}\n\n@Two.`);
  assert.equal(
    await outline('One.\r\n\r\n````\r\n```\r\n\r\na\r\n````\r\n\r\nTwo.'),
    '@One.\r\n\r\n````\r\n```\r\n\r\na\r\n````\r\n\r\n@Two.',
  );
  assert.equal(await outline(`${code}`), `@${code}`);
});

testWithPackages(
  'marked and markdown-it make the same page of it, but for the payload',
  ['marked', 'markdown-it'],
  async () => {
    const signed = await markText(markdown);
    for (const { name, apply } of textTransforms.filter((each) => /^mark(ed|down-it)$/.test(each.name))) {
      assert.equal(apply(signed).replaceAll(payload, ''), apply(markdown), name);
    }
  },
);

test('the id survives common text processing, with known exceptions', async () => {
  for (const source of [prose, markdown, `Plain words.\n\n${'More "words" of the same kind. '.repeat(20)}`]) {
    const signed = await markText(source);
    for (const { name, apply, survived, package: needed } of textTransforms) {
      if (needed && !hasPackage(needed)) continue;
      assert.equal(await read(apply(signed)), survived ? id : null, `${name}: ${source.slice(0, 20)}`);
    }
  }
});

testWithPackages('all transforms were tried', textPackages, () => undefined);

test('content that is not text is refused', async () => {
  const cases: [string, Buffer][] = [
    ['nothing', Buffer.alloc(0)],
    ['controls', Buffer.from('text\x01\x02')],
    ['NUL', Buffer.from('text\0')],
    ['Latin-1', Buffer.from('naïve', 'latin1')],
    ['XML', Buffer.from('<?xml version="1.0"?><a/>')],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['RTF', Buffer.from('{\\rtf1 text}')],
  ];
  for (const [name, bytes] of cases) assert.equal(detectFormat(bytes), null, name);
  const late: [string, Buffer][] = [
    ['Latin-1', Buffer.concat([Buffer.alloc(9000, 'word '), Buffer.from([0xe9])])],
    ['NUL', Buffer.concat([Buffer.alloc(9000, 'word '), Buffer.from([0])])],
    ['UTF-16 of odd length', Buffer.concat([Buffer.from('\ufeffword', 'utf16le'), Buffer.from([0x41])])],
    ['UTF-16 with half a pair', Buffer.from('\ufeffword\ud800', 'utf16le')],
  ];
  for (const [name, bytes] of late) {
    assert.equal(detectFormat(bytes)?.name, 'plain-text', name);
    await assert.rejects(plainTextFormat.watermark!.mark(bytes, id), BrokenMedia, name);
  }
  for (const cut of [4094, 4095, 4096]) {
    assert.ok(plainTextFormat.matches(Buffer.from(`${'a'.repeat(cut)}😀${'a'.repeat(50)}`)), `${cut}`);
  }
});

test('a refusal says what is wrong with the text', () => {
  const sentences: [Buffer, RegExp][] = [
    [Buffer.alloc(0), /^The content is empty\.$/],
    [Buffer.from('Größe', 'latin1'), /looks like text, but it is not UTF-8 or UTF-16/],
    [Buffer.from('Hallo Welt', 'utf16le'), /looks like text/],
    [Buffer.from('Hallo Welt', 'utf16le').swap16(), /looks like text/],
    [Buffer.from('<?xml version="1.0"?><a/>'), /^The service cannot sign XML, SVG, RTF or PostScript/],
    [Buffer.from([1, 2, 3, 0, 255]), /^The service cannot sign this format\./],
  ];
  for (const [bytes, sentence] of sentences) assert.match(explainUnknown(bytes), sentence);
});

longTest('texts that are made to be slow are marked and read in time, within bounds', async () => {
  for (const unit of plainUnits) {
    const piece = Buffer.from(unit);
    const bytes = Buffer.alloc(Math.floor(hostileBytes / piece.length) * piece.length, piece);
    const start = process.cpuUsage();
    const marking = await plainTextFormat.watermark!.mark(bytes, id);
    await plainTextFormat.watermark!.read(bytes);
    const { user, system } = process.cpuUsage(start);
    assert.ok(user + system < 2_000_000, `${JSON.stringify(unit)}: ${user + system} µs`);
    if ('bytes' in marking) assert.ok(marking.bytes.length < bytes.length + 21 * 1024 * 1024, JSON.stringify(unit));
  }
});

const styles = [
  'font: 18px sans-serif',
  'font: 18px serif; letter-spacing: 2px; text-align: justify',
  'font: 16px monospace; white-space: pre-wrap; width: 260px',
];

function asPage(text: string, style: string): Buffer {
  const blocks = text.split('\n\n').map((each) => `<p dir=auto>${each}</p>`);
  return Buffer.from(`<!doctype html><meta charset=utf-8><body style="${style}">${blocks.join('\n')}`);
}

testWithPrograms('Chromium draws the signed text pixel for pixel as the original', ['chromium'], async (peers) => {
  const draw = (text: string) =>
    drawPages(
      peers,
      styles.map((style) => asPage(text, style)),
    );
  const before = await draw(prose);
  assert.ok(before.equals(await draw(await markText(prose))));
  assert.ok(!before.equals(await draw(prose.replace('office', 'of fice'))), 'a change would be seen');
});

// Characters whose glyph a selector can choose: ideographs, mathematical signs, emoji, Mongolian.
const selectable = ['邊邉葛辻禰 龍 一', '≨ ∩ ⊕ ∅ 0 ⋚', '☺ ☎ ✈ ❤ ©', 'ᠮᠣᠩᠭᠣᠯ ᠨᠡᠬᠡ', 'မြန်မာ ကို', '葛󠄀 邉󠄎 ≨︀'];

testWithPrograms('Chromium draws a payload after any character as nothing', ['chromium'], async (peers) => {
  const draw = (texts: readonly string[]) =>
    drawPages(
      peers,
      styles.map((style) => asPage(texts.join('\n\n'), style)),
    );
  const all = [...selectable, ...scripts.values()];
  const graphemes = (text: string) => [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  const after = (text: string) => {
    const [first, ...rest] = graphemes(text);
    return `${first}${payload}${rest.join('')}`;
  };
  const before = await draw(all);
  assert.ok(before.equals(await draw(all.map((text) => payload + text))), 'before');
  // In a word of a joined script, any other character separates letters. The service never does so.
  const separate = all.filter((text) => !/\p{Script=Arabic}|\p{Script=Mongolian}/u.test(text));
  assert.ok((await draw(separate)).equals(await draw(separate.map(after))), 'after');
});

testWithPrograms('a paragraph selected in Chromium and copied holds the payload', ['chromium'], async (peers) => {
  const page = asPage(await markText(prose), styles[0]!).toString();
  const select = `<pre id=copied></pre><script>
    getSelection().selectAllChildren(document.querySelectorAll('p')[5]);
    copied.textContent = getSelection().toString();
    document.querySelectorAll('p').forEach((each) => each.remove());
  </script>`;
  const copied = dumpPage(peers, 'copy.html', Buffer.from(page + select));
  assert.match(copied, /नमस्ते/);
  assert.equal(await read(copied), id);
});
