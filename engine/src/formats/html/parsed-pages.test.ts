// The two places of a page, compared with the tree that parse5 builds: token in the head, payload
// in the first visible text, and otherwise the same tree. For real pages, for the samples, and for
// random markup.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parsePair } from '../../../test-support/parsed-page.ts';
import { Random } from '../../../test-support/random-bytes.ts';
import { sampleTexts } from '../../../test-support/sample-texts.ts';
import { testWithShared } from '../../../test-support/shared-folder.ts';
import { writePayload } from '../../watermarks/zero-width/payload.ts';
import { htmlFormat } from './html-format.ts';

const token = `svc_${'AQEBkw-_'.repeat(6).slice(0, 47)}`;
const id = '0123456789abcdef';
const payload = [Buffer.from(writePayload(id)).toString('latin1'), writePayload(id)];

async function signAndParse(bytes: Buffer) {
  const marking = await htmlFormat.watermark!.mark(bytes, id);
  const signed = Buffer.concat(htmlFormat.writeToken('bytes' in marking ? marking.bytes : bytes, token));
  return parsePair(bytes, signed, payload);
}

async function expectPlaces(name: string, bytes: Buffer): Promise<void> {
  const { metaParent, before, after, firstWords, markedWords } = await signAndParse(bytes);
  assert.equal(metaParent, 'head', name);
  assert.ok(after === before, `${name}: another tree`);
  assert.equal(markedWords, firstWords, name);
}

test('samples and pages that tags alone do not explain get both in the right place', async () => {
  for (const [name, bytes] of sampleTexts.html!()) {
    if (/UTF-16|XHTML|ISO-2022|byte order mark/.test(name)) continue;
    await expectPlaces(name, bytes);
  }
  const pages = [
    '<p>&#1055;&#1088;&#1080;&#1074;&#1077;&#1090;, &#x43C;&#x438;&#x440;!</p>',
    '<p>&#8203;&#160;&#xA0;&#xFEFF;&nbsp;&copy;</p><p>words</p>',
    '<svg width=1 height=1 /><p>words</p>',
    '<div><svg><svg/><text>no</text></svg>words</div>',
    '<html><body><head><p>words',
    '<body><image hidden>words',
    `<p title="${'x'.repeat(3_000_000)}">words`,
    '<details><summary>no</summary></details>words',
  ];
  for (const page of pages) await expectPlaces(page.slice(0, 60), Buffer.from(page));
});

testWithShared('real pages, those of the installed packages with them', async (shared, context) => {
  const packages = new URL('../../../../node_modules/', import.meta.url).pathname;
  const pages = [
    ...['fhs-3.0.html', 'ch09.en.html'].map((name) => [name, shared.bytes(`media/documents/${name}`)] as const),
    ...globSync('**/*.html', { cwd: packages }).map((name) => [name, readFileSync(packages + name)] as const),
  ];
  let compared = 0;
  for (const [name, bytes] of pages) {
    if (!htmlFormat.matches(bytes) || bytes.toString('latin1', 0, 5) === '<?xml') continue;
    await expectPlaces(name, bytes);
    compared += 1;
  }
  context.diagnostic(`${compared} pages`);
  assert.ok(compared >= 2);
});

const names =
  'html head body title meta link base style script noscript template iframe div p a b br h1 ul li dl dt dd table tr td tbody ' +
  'caption col pre listing section img form select option button svg math foreignObject desc mi textarea xmp noembed noframes ' +
  'frameset frame object video details summary dialog input ruby rp rt nobr font center applet image';
const pieces = [
  ...['one', ' ', 'two three', '\n', '\r\n', 'é', '\0', '&amp;', '&nbsp;', '&copy;', '"', "'", '>', '<', '</', '<p'],
  ...[
    '<!-- c -->',
    '<!-->',
    '<!--->',
    '<!--',
    '-->',
    '--!>',
    '<!DOCTYPE html>',
    '<!x>',
    '<?pi?>',
    '</3>',
    '<![CDATA[z]]>',
  ],
  ...['<script><!--<script>', '</script>'],
];
const tags = names
  .split(' ')
  .flatMap((name) => [`<${name}>`, `</${name}>`, `</${name}>`, `<${name}/>`, `<${name} a="x>y" b='<p>' c=d>`]);
const beginnings = ['<!doctype html>', '<html>', '<html><head>', '<!doctype html><title>t</title></head><body>', '<p>'];

// Tags that the tree ignores or moves (a cell outside a table, a paragraph within a drawing) leave
// a page without payload, never with one in the wrong place.
test('random markup gets the token in the head, keeps its tree, and has the payload only in visible words', async () => {
  const random = new Random(4);
  let [marked, unmarked] = [0, 0];
  for (let round = 0; round < 3000; round += 1) {
    const parts = Array.from({ length: 1 + random.below(10) }, () => random.pick(random.below(2) ? pieces : tags));
    const page = random.pick(beginnings) + parts.join('');
    const { metaParent, before, after, firstWords, markedWords } = await signAndParse(Buffer.from(page));
    assert.equal(metaParent, 'head', JSON.stringify(page));
    assert.equal(after, before, JSON.stringify(page));
    if (markedWords !== undefined) marked += 1;
    if (markedWords === firstWords) continue;
    assert.equal(markedWords, undefined, JSON.stringify(page));
    unmarked += 1;
  }
  assert.ok(marked > 500 && unmarked < marked / 10, `${marked} marked, ${unmarked} without`);
});
