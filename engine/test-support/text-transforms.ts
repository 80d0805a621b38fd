// Test support: what happens to text on its way, by programs that people use. Transforms from npm
// packages are present if the package is installed. The others need nothing.
import { createRequire } from 'node:module';
import { type TestContext, test } from 'node:test';

export const textPackages = ['marked', 'markdown-it', 'turndown', 'dompurify'] as const;
export type TextPackage = (typeof textPackages)[number];

export interface TextTransform {
  readonly name: string;
  /** Whether we promise that the id survives. */
  readonly survived: boolean;
  readonly package?: TextPackage;
  apply(text: string): string;
}

const require = createRequire(import.meta.url);

export function hasPackage(name: TextPackage): boolean {
  try {
    require.resolve(name);
    return true;
  } catch {
    return false;
  }
}

export const renderMarked = (text: string): string => require('marked').marked.parse(text);
export const renderMarkdownIt = (text: string): string => require('markdown-it')({ linkify: true }).render(text);
export const turnDown = (html: string): string => new (require('turndown'))().turndown(html);

const secondParagraph = (text: string) => text.split(/\r?\n\r?\n/)[1]!;

export const textTransforms: readonly TextTransform[] = [
  { name: 'untouched', survived: true, apply: (text) => text },
  { name: 'one paragraph', survived: true, apply: secondParagraph },
  { name: 'NFC', survived: true, apply: (text) => text.normalize('NFC') },
  { name: 'NFKC', survived: true, apply: (text) => text.normalize('NFKC') },
  { name: 'NFD', survived: true, apply: (text) => text.normalize('NFD') },
  { name: 'JSON', survived: true, apply: (text) => JSON.stringify({ text }) },
  {
    name: 'JSON in ASCII',
    survived: true,
    apply: (text) => JSON.stringify({ text }).replaceAll(/[^ -~]/g, (unit) => `\\u${hex(unit)}`),
  },
  { name: 'marked', package: 'marked', survived: true, apply: renderMarked },
  { name: 'markdown-it', package: 'markdown-it', survived: true, apply: renderMarkdownIt },
  { name: 'marked, then turndown', package: 'turndown', survived: true, apply: (text) => turnDown(renderMarked(text)) },
  { name: 'white space collapsed', survived: true, apply: (text) => text.replaceAll(/\s+/g, ' ').trim() },
  {
    name: 'zero-width characters removed',
    survived: true,
    apply: (text) => text.replaceAll(/[\u200B-\u200D\uFEFF]/g, ''),
  },
  {
    name: 'the same and word joiners',
    survived: true,
    apply: (text) => text.replaceAll(/[\u200B-\u200F\u2028-\u202F\u2060-\u2064\uFEFF\u00AD]/g, ''),
  },
  { name: 'format characters removed', survived: true, apply: (text) => text.replaceAll(/\p{Cf}/gu, '') },
  { name: 'lower case', survived: true, apply: (text) => text.toLowerCase() },
  { name: 'typographic quotes', survived: true, apply: (text) => text.replaceAll(/"([^"]*)"/g, '“$1”') },
  { name: 'percent-encoded and back', survived: true, apply: (text) => decodeURIComponent(encodeURIComponent(text)) },
  { name: 'UTF-16 and back', survived: true, apply: (text) => Buffer.from(text, 'utf16le').toString('utf16le') },
  { name: 'variation selectors removed', survived: true, apply: (text) => text.replaceAll(/[\uFE00-\uFE0F]/g, '') },
  {
    name: 'supplementary selectors removed',
    survived: false,
    apply: (text) => text.replaceAll(/[\u{E0100}-\u{E01EF}]/gu, ''),
  },
  {
    name: 'characters beyond U+FFFF removed',
    survived: false,
    apply: (text) => text.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, ''),
  },
  {
    name: 'default ignorables removed',
    survived: false,
    apply: (text) => text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, ''),
  },
  { name: 'ASCII alone', survived: false, apply: (text) => text.replaceAll(/[^\0-\x7f]/g, '') },
  { name: 'Latin-1 and back', survived: false, apply: (text) => Buffer.from(text, 'latin1').toString('latin1') },
];

function hex(unit: string): string {
  return unit.charCodeAt(0).toString(16).padStart(4, '0');
}

/**
 * A test that needs npm packages. If one is absent, it is skipped with a sentence, and fails on CI.
 */
export function testWithPackages(
  name: string,
  packages: readonly TextPackage[],
  body: (context: TestContext) => void | Promise<void>,
): void {
  test(name, (context) => {
    const missing = packages.filter((each) => !hasPackage(each));
    if (missing.length === 0) return body(context);
    const sentence = `The npm packages ${missing.join(', ')} are not installed.`;
    if (process.env.CI === 'true') throw new Error(sentence);
    return context.skip(sentence);
  });
}
