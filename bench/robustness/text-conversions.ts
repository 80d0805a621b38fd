// A text as other programs write it: HTML, Markdown, PDF and plain text, and back. Chromium renders
// pages and prints PDFs, pdftotext reads them.
import { execFileSync } from 'node:child_process';
import { chromium } from 'playwright-core';
import { renderMarkdownIt, renderMarked, turnDown } from '../../engine/test-support/text-transforms.ts';
import type { RealText } from './real-texts.ts';
import { escapeHtml } from './text-blocks.ts';

export interface Converted {
  readonly format: 'plain-text' | 'html' | 'pdf';
  readonly bytes: Buffer;
}

export interface Conversions {
  readonly names: readonly string[];
  convert(text: RealText, name: string): Promise<Converted>;
  close(): Promise<void>;
}

export async function openConversions(executablePath = '/usr/bin/chromium'): Promise<Conversions> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const page = await browser.newPage({ offline: true });
  const print = async (text: RealText) => {
    await page.setContent(pageOf(text));
    return page.pdf({ format: 'A4' });
  };
  const steps: Readonly<Record<string, (text: RealText) => Converted | Promise<Converted>>> = {
    'plain text to HTML': ({ text, language }) => html(documentOf(paragraphs(text), language)),
    HTML: (text) => html(pageOf(text)),
    'HTML to plain text': async (text) => {
      await page.setContent(pageOf(text));
      return plain(await page.innerText('body'));
    },
    'HTML to Markdown': (text) => plain(turnDown(bodyOf(text))),
    'Markdown to HTML (marked)': (text) => html(renderMarked(turnDown(bodyOf(text)))),
    'Markdown to HTML (markdown-it)': (text) => html(renderMarkdownIt(turnDown(bodyOf(text)))),
    PDF: async (text) => ({ format: 'pdf', bytes: await print(text) }),
    'PDF to plain text': async (text) => plain(pdfToText(await print(text))),
    'PDF to plain text with layout': async (text) => plain(pdfToText(await print(text), '-layout')),
  };
  return {
    names: Object.keys(steps),
    convert: async (text, name) => steps[name]!(text),
    close: () => browser.close(),
  };
}

function pdfToText(pdf: Buffer, ...options: string[]): string {
  return execFileSync('pdftotext', [...options, '-', '-'], { input: pdf, maxBuffer: 2 ** 26 }).toString();
}

function bodyOf({ html: body, text }: RealText): string {
  return body ?? paragraphs(text);
}

function paragraphs(text: string): string {
  return text
    .split('\n\n')
    .map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`)
    .join('\n');
}

function pageOf(text: RealText): string {
  return documentOf(bodyOf(text), text.language);
}

function documentOf(body: string, language: string): string {
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  return `<!DOCTYPE html>\n<html lang="${language}" dir="${direction}">\n<head>\n<meta charset="utf-8">\n<title>A page</title>\n</head>\n<body>\n${body}\n</body>\n</html>\n`;
}

function plain(text: string): Converted {
  return { format: 'plain-text', bytes: Buffer.from(text) };
}

function html(text: string): Converted {
  return { format: 'html', bytes: Buffer.from(text) };
}
