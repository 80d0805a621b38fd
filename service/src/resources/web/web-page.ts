// Fills in the page of the web application for one response, and sets its policy: scripts and
// styles come only from files of the service. Styles that the components create at run time carry
// the nonce.
import { randomBytes } from 'node:crypto';
import { html } from '../../http/documents/html.ts';
import type { PageHead } from './built-pages.ts';

export interface PageSetting {
  readonly environment: string;
  /** The address of the service, and of its other environment. */
  readonly publicUrl: string;
  readonly otherUrl: string;
}

export interface FilledPage {
  readonly page: string;
  readonly policy: string;
}

export interface ShownPage extends PageHead {
  readonly path: string;
  /** Whether the page can read files of other sites, if those allow it. */
  readonly mayFetch: boolean;
}

export function fillPage(
  template: string,
  { environment, publicUrl, otherUrl }: PageSetting,
  { path, mayFetch, ...head }: ShownPage,
): FilledPage {
  const nonce = randomBytes(16).toString('base64url');
  const values: Readonly<Record<string, string>> = {
    ...head,
    nonce,
    environment,
    otherUrl,
    base: pathOf(publicUrl),
    address: publicUrl + path,
    mayFetch: String(mayFetch),
  };
  return {
    page: template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => html`${values[name]}`.text),
    policy: [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data: blob:",
      mayFetch ? "connect-src 'self' https:" : "connect-src 'self'",
      'media-src blob:',
      "manifest-src 'self'",
      "font-src 'self'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; '),
  };
}

/** The path that a proxy puts before the service. '' for none. */
function pathOf(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/$/, '');
}

/** Shown if the application was not built. The API works without it. */
export const notBuiltPage = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>The pages are not built · Content Provenance Service</title></head>
<body>
<h1>The pages are not built</h1>
<p>The service is running, but its web pages have not been made. <code>npm start</code> makes them; so does <code>node dashboard/build.ts</code>. The interface is described at <a href="docs">/docs</a>.</p>
</body>
</html>
`.text;
