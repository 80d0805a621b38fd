// The layout of every email: a plain text part, and the same words as simple HTML that any email
// program shows. Every part is one line for any input, so that no name in it adds a header or a
// paragraph.
import type { MailMessage } from '../adapters/mail/mail-transport.ts';
import { type Html, html } from '../http/documents/html.ts';
import { asPrintable } from '../http/names.ts';

export interface MailContent {
  readonly to: string;
  readonly subject: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  /** A button in HTML, a separate line in text. */
  readonly link?: { readonly label: string; readonly url: string };
  /** Shown large: a code to copy. */
  readonly code?: string;
  readonly footer: string;
}

export function layOutMail(given: MailContent): MailMessage {
  const content = {
    ...given,
    subject: asPrintable(given.subject),
    greeting: asPrintable(given.greeting),
    paragraphs: given.paragraphs.map(asPrintable),
  };
  const { to, subject, greeting, paragraphs, link, code, footer } = content;
  const lines = [
    greeting,
    ...paragraphs,
    ...(link ? [link.url] : []),
    ...(code ? [`    ${code}`] : []),
    `-- \n${footer}`,
  ];
  return {
    to,
    subject,
    text: `${lines.join('\n\n')}\n`,
    html: pageOf(content).text,
    linkOrCode: link?.url ?? code ?? subject,
  };
}

/** The colors of the pages (dashboard/src/theme/ground.css), in their light version. */
const colors = {
  paper: '#fbfaf6',
  panel: '#ffffff',
  line: '#e0ddd3',
  text: '#17211f',
  quiet: '#55605c',
  accent: '#115e59',
};
const serif = "Georgia,'Times New Roman',serif";

// Styles are on the elements, because email programs remove style sheets.
function pageOf({ subject, greeting, paragraphs, link, code, footer }: MailContent): Html {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0;background:${colors.paper};color:${colors.text};font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:32px 20px">
<p style="margin:0 4px 16px;font:600 18px ${serif};color:${colors.accent}">Content Provenance</p>
<div style="background:${colors.panel};border:1px solid ${colors.line};border-radius:12px;padding:32px">
${[greeting, ...paragraphs].map((paragraph) => html`<p style="margin:0 0 16px">${paragraph}</p>`)}
${link && button(link)}
${code && html`<p style="margin:24px 0;font-size:30px;letter-spacing:6px;font-family:monospace">${code}</p>`}
</div>
<p style="margin:16px 4px;font-size:12px;color:${colors.quiet}">${footer}</p>
</div></body></html>`;
}

function button({ label, url }: { readonly label: string; readonly url: string }): Html {
  return html`<p style="margin:24px 0"><a href="${url}" style="background:${colors.accent};color:${colors.panel};padding:12px 20px;border-radius:8px;text-decoration:none;display:inline-block;font-weight:600">${label}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:${colors.quiet}">Or open this link: <a href="${url}" style="color:${colors.accent};word-break:break-all">${url}</a></p>`;
}
