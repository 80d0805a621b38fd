// A page of the documentation: the contents on the left with a search field, the guide on the
// right.
import { Html, html } from '../../http/documents/html.ts';
import { createPageFrame, readBeside } from '../../http/documents/html-page.ts';
import type { Guide, Library } from './library.ts';

const frame = createPageFrame(
  readBeside(import.meta.url, './guide-page.css'),
  readBeside(import.meta.url, './guide-page.js'),
);

export const guidePolicy = frame.policy;

export function guidePage(guide: Guide, { sections }: Library): string {
  const up = '../'.repeat(guide.path.split('/').length - 1);
  const entry = ({ path, title }: Guide) =>
    html`<li><a href="${up}${path}"${path === guide.path && new Html(' aria-current="page"')}>${title}</a></li>`;
  const contents = sections.map(
    ({ name, guides }) => html`<details${guides.includes(guide) && new Html(' open')}><summary>${name}</summary>
<ul>${guides.map(entry)}</ul></details>
`,
  );
  return frame.layOut(
    `${guide.title} · Content Provenance`,
    html`<a class="skip" href="#main">Skip to the content</a>
<header class="top"><p class="title"><a class="plain" href="${up}overview">Docs</a></p>
<p><a class="to-contents" href="#nav">Contents</a> <a href="${up}../docs">API reference</a></p></header>
<nav id="nav" aria-label="Contents" tabindex="-1">
<p class="search" hidden><label for="search">Search the docs</label><input id="search" type="search" autocomplete="off" data-index="${up}search.json" data-up="${up}"></p>
<div id="found" role="status" aria-live="polite"></div>
<div id="contents">${contents}</div>
</nav>
<main id="main" tabindex="-1">${new Html(guide.body)}</main>`,
  );
}

/** The page for an address that does not exist. The path is needed for the links. */
export function missingGuide(path: string): Guide {
  const body = '<h1>This page does not exist</h1><p>Choose a page from the contents, or search the docs.</p>';
  return { path, title: 'This page does not exist', section: '', body, words: '' };
}
