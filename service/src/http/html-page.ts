// The frame of every page the service shows itself: one inline style, one inline script, nothing from elsewhere, and a
// Content-Security-Policy that allows exactly these two by their hashes.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Html, html } from './html.ts';

/** Files beside the module that names them, as they are. */
export function readBeside(module: string, name: string): string {
  return readFileSync(new URL(name, module), 'utf8');
}

/** Colours, fonts and plain elements: what the pages have in common. */
const sharedStyle = readBeside(import.meta.url, './html-page.css');

/** A square with a tick, in the accent colour. */
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%231f4fd8'/%3E%3Cpath d='M9 16.5l5 5 9-10' fill='none' stroke='%23fff' stroke-width='3.5' stroke-linecap='round' stroke-linejoin='round'/%3E%3C/svg%3E";

export interface PageFrame {
  /** The Content-Security-Policy to send with the page. */
  readonly policy: string;
  layOut(title: string, body: Html): string;
}

export function createPageFrame(ownStyle: string, script: string): PageFrame {
  const style = sharedStyle + ownStyle;
  return {
    policy: [
      "default-src 'none'",
      `style-src '${hashOf(style)}'`,
      `script-src '${hashOf(script)}'`,
      "connect-src 'self'",
      'img-src data:',
      "form-action 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
    ].join('; '),
    layOut: (title, body) =>
      html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${new Html(icon)}">
<style>${new Html(style)}</style>
</head>
<body>
${body}
<script>${new Html(script)}</script>
</body>
</html>
`.text,
  };
}

function hashOf(block: string): string {
  return `sha256-${createHash('sha256').update(block).digest('base64')}`;
}
