// GET /docs: the whole API as one page to read, print and try, made from the OpenAPI document. It
// works offline: style and script are inline and allowed by their hashes, and the page contacts
// only the service itself.
import { type Chapter, introduction } from './docs-page/introduction.ts';
import { methodBadge, operationArticle } from './docs-page/operation.ts';
import { prose } from './docs-page/prose.ts';
import { type Resource, readResources } from './docs-page/read-document.ts';
import { type Html, html } from './html.ts';
import { createPageFrame, readBeside } from './html-page.ts';
import type { OpenApiDocument } from './openapi.ts';

const frame = createPageFrame(
  ['docs-page.css', 'operation.css', 'widths-and-print.css']
    .map((name) => readBeside(import.meta.url, `./docs-page/${name}`))
    .join(''),
  readBeside(import.meta.url, './docs-page/docs-page.js'),
);

export const docsPolicy = frame.policy;

export function docsPage(document: OpenApiDocument): string {
  const { title, version, description } = document.info as { title: string; version: string; description?: string };
  const address = String(document.servers[0]?.url ?? '');
  const resources = readResources(document);
  const chapters = introduction(address);
  return frame.layOut(
    `${title}: API reference`,
    html`<a class="skip" href="#main">Skip to content</a>
<header class="top">
<p class="title"><a class="plain" href="#main">${title}</a> <span class="release">${version}</span> <span class="environment" hidden></span></p>
<button class="menu" type="button" aria-expanded="false" aria-controls="contents" hidden>Menu</button>
<p class="credential" hidden><label for="credential">Credential</label><input id="credential" type="password" placeholder="session token or API key" autocomplete="off" spellcheck="false" aria-describedby="credential-note"><span id="credential-note" class="note">Stays on this page</span></p>
${contents(chapters, resources)}
</header>
<main id="main" tabindex="-1">
<section class="opening">
<h1>API reference</h1>
${description && html`<p class="lead">${prose(description)}</p>`}
<p>For programs: <a href="openapi.json">OpenAPI 3.1</a>.</p>
</section>
<section aria-labelledby="introduction">
<h2 id="introduction">Introduction</h2>
${chapters.map(chapterPart)}
</section>
${resources.map(
  ({ id, name, operations }) => html`<section aria-labelledby="${id}">
<h2 id="${id}">${name}</h2>
${operations.map((operation) => operationArticle(operation, address))}
</section>
`,
)}
</main>`,
  );
}

function contents(chapters: readonly Chapter[], resources: readonly Resource[]): Html {
  return html`<nav id="contents" aria-label="Contents">
<p class="filter" hidden><label for="filter">Filter</label><input id="filter" type="search" placeholder="Filter operations" autocomplete="off"></p>
<p class="group" id="contents-introduction"><a href="#introduction">Introduction</a></p>
<ul aria-labelledby="contents-introduction">${chapters.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul>
${resources.map(
  ({ id, name, operations }) => html`<p class="group" id="contents-${id}"><a href="#${id}">${name}</a></p>
<ul aria-labelledby="contents-${id}">${operations.map((each) => html`<li data-words="${`${each.method} ${each.path} ${each.summary}`.toLowerCase()}"><a href="#${each.id}">${methodBadge(each.method)} <span>${each.summary}</span></a></li>`)}</ul>
`,
)}
</nav>`;
}

function chapterPart({ id, title, words, examples }: Chapter): Html {
  return html`<article class="chapter" id="${id}" aria-labelledby="${id}-title">
<div class="words">
<h3 id="${id}-title"><a class="plain" href="#${id}">${title}</a></h3>
${words}
</div>
${examples && html`<div class="examples">${examples}</div>`}
</article>
`;
}
