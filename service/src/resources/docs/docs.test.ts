// The documentation as a reader sees it: every page opens, every link works, the search finds every
// page.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';

let service: RunningService;
before(async () => {
  service = await startRunningService();
});
after(() => service.stop());

const open = (path: string) => fetch(new URL(path, service.live.url));
const linksOf = (page: string) => [...page.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href]) => href!);

test('the overview leads to every page, and every link and anchor exists', async () => {
  const pages = new Map<string, string>();
  const waiting = ['/docs/overview'];
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    if (pages.has(path)) continue;
    const response = await open(path);
    assert.equal(response.status, 200, path);
    const page = await response.text();
    pages.set(path, page);
    for (const href of linksOf(page)) {
      const target = new URL(href, new URL(path, service.live.url));
      if (target.origin === new URL(service.live.url).origin && target.pathname.startsWith('/docs/'))
        waiting.push(target.pathname);
    }
  }
  for (const [path, page] of pages) {
    for (const href of linksOf(page)) {
      const target = new URL(href, new URL(path, service.live.url));
      const anchor = decodeURIComponent(target.hash.slice(1));
      const there = pages.get(target.pathname);
      if (anchor && there) assert.ok(there.includes(`id="${anchor}"`), `${path}: ${href}`);
    }
    const files = linksOf(page).filter((href) => !href.startsWith('http') && href.includes('.md'));
    assert.deepEqual(files, [], path);
  }
  const known = (await (await open('/docs/search.json')).json()) as { path: string; title: string; words: string }[];
  assert.deepEqual(known.map(({ path }) => `/docs/${path}`).sort(), [...pages.keys()].sort());
  assert.ok(known.length > 40);
  for (const { path, title, words } of known) assert.ok(title && words.length > 100, path);
});

test('an unknown address says so, with the contents and status 404', async () => {
  const response = await open('/docs/use/nothing-here');
  assert.equal(response.status, 404);
  const page = await response.text();
  assert.match(page, /This page does not exist/);
  assert.match(page, /href="\.\.\/overview"/);
  assert.equal((await open('/docs/..%2f..%2fpackage.json')).status, 404);
});

test('a page allows only its own style and script', async () => {
  const policy = (await open('/docs/overview')).headers.get('content-security-policy')!;
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /script-src 'sha256-/);
});
