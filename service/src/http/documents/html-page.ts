// The frame of every page that the service writes itself: one inline style, at most one inline
// script, no external resources, and a Content-Security-Policy that allows exactly these by their
// hashes.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Html, html } from './html.ts';

/** Files next to the module that names them, unchanged. */
export function readBeside(module: string, name: string): string {
  return readFileSync(new URL(name, module), 'utf8');
}

/** Colors, fonts and plain elements that the pages share. */
const sharedStyle = readBeside(import.meta.url, './html-page.css');

/** A seal with a tick: the logo of the service. */
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%23115e59'/%3E%3Ccircle cx='16' cy='16' r='8.5' fill='none' stroke='%23fff' stroke-width='2.4' stroke-dasharray='40 14' transform='rotate(-60 16 16)'/%3E%3Cpath d='M12 16.4l3 3 6.5-7' fill='none' stroke='%23f2c879' stroke-width='2.8' stroke-linecap='round' stroke-linejoin='round'/%3E%3C/svg%3E";

export interface PageFrame {
  /** The Content-Security-Policy to send with the page. */
  readonly policy: string;
  layOut(title: string, body: Html, about?: PageAbout): string;
}

/** What search engines and chats show of a page. */
export interface PageAbout {
  readonly description: string;
  readonly address: string;
}

/**
 * Images besides those of the page itself: https addresses (https-address.ts). The policy allows
 * their origins.
 */
export function createPageFrame(ownStyle: string, script = '', images: readonly string[] = []): PageFrame {
  const style = sharedStyle + ownStyle;
  return {
    policy: [
      "default-src 'none'",
      `style-src '${hashOf(style)}'`,
      script ? `script-src '${hashOf(script)}'` : "script-src 'none'",
      "connect-src 'self'",
      ['img-src data:', ...images.map((image) => new URL(image).origin)].join(' '),
      "form-action 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
    ].join('; '),
    layOut: (title, body, about) =>
      html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${about && openGraph(title, about)}<link rel="icon" href="${new Html(icon)}">
<style>${new Html(style)}</style>
</head>
<body>
${body}
${script && html`<script>${new Html(script)}</script>`}
</body>
</html>
`.text,
  };
}

/** The tags of https://ogp.me, and the description of plain HTML. */
function openGraph(title: string, { description, address }: PageAbout): Html {
  return html`<meta name="description" content="${description}">
<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${address}">
`;
}

function hashOf(block: string): string {
  return `sha256-${createHash('sha256').update(block).digest('base64')}`;
}
