// Fills in the one page of the web application for one answer, and the policy that goes with it:
// scripts and styles come from files of the service alone. Styles that the components make while
// they run carry the nonce.
import { randomBytes } from 'node:crypto';
import { html } from '../../http/documents/html.ts';
import type { PageHead } from './built-pages.ts';

export interface PageSetting {
  readonly environment: string;
  /** Where the service is reached, and where its other environment is. */
  readonly publicUrl: string;
  readonly otherUrl: string;
}

export interface FilledPage {
  readonly page: string;
  readonly policy: string;
}

export interface ShownPage extends PageHead {
  readonly path: string;
  /** Whether the page may read files of other sites, as far as those allow it. */
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

/** The path a proxy may have put before the service; '' for none. */
function pathOf(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/$/, '');
}

/** Shown where the application was not built: the interface works all the same. */
export const notBuiltPage = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>The pages are not built · Content Provenance Service</title></head>
<body>
<h1>The pages are not built</h1>
<p>The service is running, but its web pages have not been made. <code>npm start</code> makes them; so does <code>node dashboard/build.ts</code>. The interface is described at <a href="docs">/docs</a>.</p>
</body>
</html>
`.text;
