// The checker of the documentation on invented pages: what it finds, and what it ignores.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkDocs } from './check-docs.ts';

function check(pages: Readonly<Record<string, string>>, sources: Readonly<Record<string, string>> = {}): string[] {
  const files = [...Object.keys(pages), ...Object.keys(sources)];
  const exists = (path: string) => files.some((file) => file === path || file.startsWith(`${path}/`));
  return checkDocs({ pages: new Map(Object.entries(pages)), sources: new Map(Object.entries(sources)), exists });
}

const target =
  '# The page\n\n## What it does, and why\n\n## `GET /v1/x`\n\n## Twice\n\n## Twice\n\n<a id="7"></a>\n## 7. Seven\n';

test('links to files, folders, headings and other sites are accepted', () => {
  const page = [
    '[a](use/page.md) [b](use/page.md#what-it-does-and-why) [c](use/) ![d](use/page.md)',
    '[e](use/page.md#get-v1x) [f](use/page.md#twice-1) [g](use/page.md#7) [h](use/page.md#7-seven)',
    '[i](https://example.org/missing.md) [j](mailto:you@example.org) [k](#here)',
    '## Here',
  ].join('\n\n');
  assert.deepEqual(check({ 'docs/README.md': page, 'docs/use/page.md': target }), []);
});

test('a link to a missing file or heading is found, with its line', () => {
  const page = 'One.\n[a](missing.md)\n[b](page.md#what-it-does) and [c](#nowhere)\n![d](../picture.png)';
  assert.deepEqual(check({ 'docs/use/faq.md': page, 'docs/use/page.md': target }), [
    'docs/use/faq.md:2 links to missing.md. There is no such file.',
    'docs/use/faq.md:3 links to page.md#what-it-does. The page has no such heading.',
    'docs/use/faq.md:3 links to #nowhere. The page has no such heading.',
    'docs/use/faq.md:4 links to ../picture.png. There is no such file.',
  ]);
});

test('code in a page is not read for links, and its lines count', () => {
  const page = '```md\n[a](missing.md)\n# Not a heading\n```\n`[b](missing.md)`\n[c](#not-a-heading)';
  assert.deepEqual(check({ 'README.md': page }), [
    'README.md:6 links to #not-a-heading. The page has no such heading.',
  ]);
});

test('code that names a page of docs is checked; decisions can be named by number', () => {
  const pages = { 'docs/decisions/0027-uploads.md': '# Uploads', 'docs/use/page.md': target };
  const good =
    '// docs/decisions/0027, docs/decisions/0027-uploads.md, docs/use/ and docs/use/page.md.\n// GET /docs/search.json, usr/share/docs/programs, docs/releases/X.Y.Z.md';
  assert.deepEqual(check(pages, { 'engine/src/a.ts': good }), []);
  const bad = '// Why: docs/decisions/0028.\n// See docs/guides/page.md.';
  assert.deepEqual(check(pages, { 'engine/src/a.ts': bad }), [
    'engine/src/a.ts:1 names docs/decisions/0028, which does not exist.',
    'engine/src/a.ts:2 names docs/guides/page.md, which does not exist.',
  ]);
});
