// The look of every mail: a plain text part, and the same words as simple HTML that any mail program shows.
import type { MailMessage } from '../adapters/mail/mail-transport.ts';

export interface MailContent {
  readonly to: string;
  readonly subject: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  /** A button in HTML, a line of its own in text. */
  readonly link?: { readonly label: string; readonly url: string };
  /** Shown large: a code to copy. */
  readonly code?: string;
  readonly footer: string;
}

export function layOutMail({ to, subject, greeting, paragraphs, link, code, footer }: MailContent): MailMessage {
  const linkOrCode = link?.url ?? code ?? subject;
  const text = [greeting, ...paragraphs, ...(link ? [link.url] : []), ...(code ? [`    ${code}`] : []), `-- \n${footer}`].join('\n\n');
  return { to, subject, text: `${text}\n`, html: htmlOf({ to, subject, greeting, paragraphs, footer, ...(link && { link }), ...(code && { code }) }), linkOrCode };
}

function htmlOf({ subject, greeting, paragraphs, link, code, footer }: MailContent): string {
  const words = [greeting, ...paragraphs].map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`);
  const button = link
    ? `<p style="margin:24px 0"><a href="${escapeHtml(link.url)}" style="background:#1f4fd8;color:#ffffff;padding:12px 20px;border-radius:6px;text-decoration:none;display:inline-block">${escapeHtml(link.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#555555">Or open this address: <a href="${escapeHtml(link.url)}" style="color:#1f4fd8;word-break:break-all">${escapeHtml(link.url)}</a></p>`
    : '';
  const digits = code
    ? `<p style="margin:24px 0;font-size:30px;letter-spacing:6px;font-family:monospace">${escapeHtml(code)}</p>`
    : '';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f4f5f7;color:#1b1f24;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:32px 20px">
<div style="background:#ffffff;border-radius:10px;padding:32px">
${words.join('\n')}
${button}${digits}
</div>
<p style="margin:16px 4px;font-size:12px;color:#666666">${escapeHtml(footer)}</p>
</div></body></html>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character]!);
}
