// HTML: the token at the end of the head, the payload in the first visible words, and a page that
// looks exactly as before.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { drawPages, dumpPage } from '../../../test-support/chromium.ts';
import { hostileFilesOf } from '../../../test-support/hostile-files.ts';
import { testWithPrograms } from '../../../test-support/peer-programs.ts';
import { measured } from '../../../test-support/processor-time.ts';
import { sampleTexts, scripts } from '../../../test-support/sample-texts.ts';
import { testWithShared } from '../../../test-support/shared-folder.ts';
import { hasPackage, testWithPackages } from '../../../test-support/text-transforms.ts';
import { BrokenMedia } from '../../containers/broken-media.ts';
import { readUnits } from '../../containers/text/text-units.ts';
import { readPayload } from '../../watermarks/zero-width/find-payload.ts';
import { writePayload } from '../../watermarks/zero-width/payload.ts';
import { detectFormat } from '../all-formats.ts';
import { htmlFormat } from './html-format.ts';

const token = `svc_${'AQEBkw-_'.repeat(6).slice(0, 47)}`;
const meta = `<meta name="content-provenance" content="${token}" />\n`;
const id = '0123456789abcdef';
const payload = writePayload(id);
const references = [...payload].map((each) => `&#x${each.codePointAt(0)!.toString(16).toUpperCase()};`).join('');
const samples = sampleTexts.html!();
const page = (name: string) => samples.get(name)!.toString();

async function sign(bytes: Uint8Array): Promise<Buffer> {
  const marking = await htmlFormat.watermark!.mark(bytes, id);
  assert.ok('bytes' in marking);
  return Buffer.concat(htmlFormat.writeToken(marking.bytes, token));
}

/** With the token as `#` and the payload as `@`. */
async function outline(text: string): Promise<string> {
  return (await sign(Buffer.from(text))).toString().replace(meta, '#').replace(payload, '@').replace(references, '@');
}

test('the token ends the head, written out or implied, and the payload precedes the second word', async () => {
  const cases: [string, string][] = [
    ['<html><head><title>x</title></head><body>One two', '<html><head><title>x</title>#</head><body>One @two'],
    ['<!doctype html><title>x</title> One', '<!doctype html><title>x</title> #One@'],
    ['<!doctype html>\n<p>One</p>', '<!doctype html>\n#<p>One@</p>'],
    ['<p>One <b>two</b></p>', '#<p>One@ <b>two</b></p>'],
    ['<html><body>One', '<html>#<body>One@'],
    ['<html><head><p>One</p></html>', '<html><head>#<p>One@</p></html>'],
    ['<head><title>a</head></title></head><b>One</b>', '<head><title>a</head></title>#</head><b>One@</b>'],
    ['<html><!-- <p>no</p> --><p>&nbsp;</p><p>One', '<html><!-- <p>no</p> -->#<p>&nbsp;</p><p>One@'],
    ['<p hidden>no</p><p>One</p>', '#<p hidden>no</p><p>One@</p>'],
    ['<p><select><option>no</option></select><i>One</i>', '#<p><select><option>no</option></select><i>One@</i>'],
  ];
  for (const [before, after] of cases) assert.equal(await outline(before), after);
  assert.match(await outline(page('with scripts')), /<\/template>#<\/head>[^@]*<p> First&nbsp;words@ <\/p>/);
  assert.match(await outline(page('XHTML')), /<script src="a.js"\/>#<\/head><body><!-- <p>no<\/p> --><p>First @words/);
});

test('a page that does not declare UTF-8 gets references, in its own charset', async () => {
  for (const name of ['in Latin-1', 'in Shift_JIS', 'in ISO-2022-JP', 'of no declared charset']) {
    const bytes = samples.get(name)!;
    const signed = await sign(bytes);
    assert.ok(signed.includes(references), name);
    assert.equal(await htmlFormat.watermark!.read(signed), id, name);
    assert.equal(signed.toString('latin1').replace(meta, '').replace(references, ''), bytes.toString('latin1'), name);
  }
  for (const name of ['plain', 'with a byte order mark', 'XHTML']) {
    assert.ok((await sign(samples.get(name)!)).includes(payload), name);
  }
});

test('a page without visible words gets a token and a note', async () => {
  for (const name of ['without words', 'of frames', 'cut off']) {
    const marking = await htmlFormat.watermark!.mark(samples.get(name)!, id);
    assert.deepEqual(marking, {
      omitted: 'The page has no visible text, so it carries its token without a watermark.',
    });
  }
});

test('signing again replaces token and payload', async () => {
  for (const name of ['plain', 'in Latin-1', 'in UTF-16, big endian', 'a fragment']) {
    const first = await sign(samples.get(name)!);
    const second = await sign(first);
    assert.ok(second.equals(first), name);
  }
});

test('the token is read and removed as other programs write it, and in text and comments it is content', () => {
  const forms = [
    `<META content='${token}' name=content-provenance>`,
    `<meta content="${token}"\nname='content-provenance'/>`,
  ];
  for (const form of forms) {
    const bytes = Buffer.from(`<html><head>${form}</head><body>One`);
    assert.equal(htmlFormat.readToken(bytes), token, form);
    assert.equal(Buffer.concat(htmlFormat.removeToken(bytes)).toString(), '<html><head></head><body>One');
  }
  for (const text of [
    `<!-- ${meta} -->`,
    `<title>${meta}</title>`,
    `<script>'${meta}'</script>`,
    `</head><pre>${meta}`,
  ]) {
    const bytes = Buffer.from(`<html><head>${text}</head><body>One`);
    assert.equal(htmlFormat.readToken(bytes), null, text);
    assert.ok(Buffer.concat(htmlFormat.removeToken(bytes)).equals(bytes), text);
    assert.ok(Buffer.concat(htmlFormat.writeToken(bytes, token)).includes(text), text);
  }
});

test('a page that a token would turn into another one is refused with a sentence', () => {
  const meta = `<meta name="content-provenance" content="${token}" />\n`;
  const page = `<?xml ve<!DOCTYPE html>\n<html><head>\n${meta}</head><body><p>Some words</p></body></html>`;
  assert.throws(() => Buffer.concat(htmlFormat.writeToken(Buffer.from(page), token)), BrokenMedia);
  const unsigned = Buffer.from(page.replace(meta, ''));
  const signed = Buffer.concat(htmlFormat.writeToken(unsigned, token));
  assert.equal(htmlFormat.readToken(signed), token);
  assert.ok(Buffer.concat(htmlFormat.removeToken(signed)).equals(unsigned));
});

test('pages are recognized by their beginning, and other markup is not', () => {
  const not = [
    '<?xml version="1.0"?><svg/>',
    '<?xml version="1.0"?><p/>',
    '<svg></svg>',
    '<rss>',
    'a < b',
    '<3',
    '<http://example.org>',
    'Title\n\n<p>One</p>',
  ];
  for (const text of not) assert.notEqual(detectFormat(Buffer.from(text))?.name, 'html', text);
  for (const text of [
    '  \n<!DOCTYPE HTML>',
    '<!-- a --><!-- b -->\n<HTML>',
    `<!--${'x'.repeat(9000)}-->`,
    '<h2>x</h2>',
  ]) {
    assert.equal(detectFormat(Buffer.from(text))?.name, 'html', text.slice(0, 30));
  }
});

test('a beginning that is made to be slow is examined in time', async () => {
  for (const unit of ['<!---->', '<!-- ', ' ', '<?x?>', '<?xml ?>', '<!---->\n']) {
    const page = Buffer.from(`${unit.repeat(4000 / unit.length)}x`);
    assert.ok((await measured(() => htmlFormat.matches(page))).milliseconds < 200, unit);
  }
});

test('pages made to be slow are marked in time, or called broken', async () => {
  for (const [name, bytes] of hostileFilesOf('html', Buffer.alloc(0))) {
    const start = process.cpuUsage();
    try {
      await htmlFormat.watermark!.mark(bytes, id);
    } catch (error) {
      assert.ok(error instanceof BrokenMedia, name);
    }
    const { user, system } = process.cpuUsage(start);
    assert.ok(user + system < 2_000_000, `${name}: ${user + system} µs`);
  }
});

// The frame of a page around words in every script, with the styles that invisible characters upset
// most easily.
const designed = `<!DOCTYPE html><html><head><meta charset="utf-8"><title>t</title><style>
  body { font: 17px sans-serif } h1 { letter-spacing: 3px; font-variant: small-caps }
  h1::first-letter { font-size: 60px; color: red; float: left } p { width: 320px; text-align: justify }
</style></head><body>SLOT${[...scripts.values()].map((text) => `<p dir="auto">${text}</p>`).join('\n')}</body></html>`;

testWithPrograms('Chromium draws signed pages in every script pixel for pixel', ['chromium'], async (peers) => {
  // The payload is only in the first words, so each script takes a turn there.
  const originals = [...scripts.values()].map((words) =>
    Buffer.from(designed.replace('SLOT', `<h1 dir="auto">${words}</h1>`)),
  );
  const signed = await Promise.all(originals.map(sign));
  for (const page of signed) assert.ok(page.includes(payload) && page.includes(meta));
  const before = await drawPages(peers, originals);
  assert.ok(before.equals(await drawPages(peers, signed)));
  const other = originals.with(-1, Buffer.from(originals.at(-1)!.toString().replace('</h1>', '.</h1>')));
  assert.ok(!before.equals(await drawPages(peers, other)), 'a change would be seen');
});

testWithShared('real pages carry token and payload, and every other byte stays', async (shared) => {
  for (const name of ['fhs-3.0.html', 'ch09.en.html']) {
    const original = shared.bytes(`media/documents/${name}`);
    const signed = await sign(original);
    assert.equal(htmlFormat.readToken(signed), token, name);
    assert.equal(await htmlFormat.watermark!.read(signed), id, name);
    const spelled = signed.includes(payload) ? payload : references;
    const without = signed.toString('latin1').replace(meta, '').replace(Buffer.from(spelled).toString('latin1'), '');
    assert.equal(without, original.toString('latin1'), name);
  }
});

const require = createRequire(import.meta.url);

testWithPackages('the id survives turndown', ['turndown'], async () => {
  const signed = (await sign(samples.get('plain')!)).toString();
  assert.equal(readPayload(readUnits(Buffer.from(new (require('turndown'))().turndown(signed)))), id);
});

testWithPrograms('the id survives DOMPurify, run in Chromium', ['chromium'], async (peers, context) => {
  if (!hasPackage('dompurify')) {
    assert.notEqual(process.env.CI, 'true', 'On CI the npm package dompurify must be there.');
    return context.skip('The npm package dompurify is not installed.');
  }
  const library = readFileSync(require.resolve('dompurify/dist/purify.min.js'), 'utf8');
  const dirty = JSON.stringify((await sign(samples.get('plain')!)).toString()).replaceAll('<', '\\u003c');
  const purify = `document.body.textContent = DOMPurify.sanitize(${dirty})`;
  const purifying = `<!DOCTYPE html><meta charset="utf-8"><script>${library}</script><body><script>${purify}</script>`;
  const purified = dumpPage(peers, 'purify.html', Buffer.from(purifying)).split('<body>').at(-1);
  assert.match(purified!, /First/);
  assert.ok(!purified!.includes('svc_'));
  assert.equal(readPayload(readUnits(Buffer.from(purified!))), id);
});
