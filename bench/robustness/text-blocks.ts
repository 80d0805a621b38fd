// The prose of a document as blocks: headings, paragraphs and items of lists. It leaves out
// navigation, tables, programs and their output, because translations share them.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import type { TextDocument } from './text-sources.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

export interface TextBlock {
  readonly tag: 'h2' | 'p' | 'li';
  readonly text: string;
  /** Without the tag. */
  readonly html: string;
}

export function readBlocks({ format, path }: TextDocument): TextBlock[] {
  const bytes = readFileSync(path);
  return blocksOf(format, bytes).filter(({ text }) => /\p{L}/u.test(text) && !text.includes('\ufffd'));
}

function blocksOf(format: TextDocument['format'], bytes: Buffer): TextBlock[] {
  if (format === 'man') return manualBlocks(gunzipSync(bytes).toString());
  // In HTML, a title contains no tags.
  return htmlBlocks(format === 'html' ? bytes.toString() : bytes.toString().replaceAll(/<(\/?)title\b/g, '<$1h2'));
}

// Tags of HTML, and of Mallard, in which GNOME writes its help.
const headings = new Set('h1 h2 h3 h4 h5 h6'.split(' '));
const groups = new Set(
  'body main article section div blockquote ul ol dl li dd dt p list steps terms item page'.split(' '),
);
const leftOut = new Set('title script style nav header footer pre table screen svg info media credit'.split(' '));
const leftOutClass = /nav|footer|header|toc|related|sidebar|legalnotice|banner|indexterm/;
const kept = new Set('a em strong code b i tt kbd q sup sub'.split(' '));

function htmlBlocks(source: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  const visit = (node: Node, isItem: boolean): void => {
    if (!isElement(node)) {
      for (const child of childrenOf(node)) visit(child, isItem);
      return;
    }
    if (isLeftOut(node)) return;
    const isHeading = headings.has(node.tagName);
    if (isHeading || (groups.has(node.tagName) && !hasGroup(node))) {
      const text = collapse(textOf(node));
      const tag = isHeading ? 'h2' : isItem || node.tagName === 'li' ? 'li' : 'p';
      if (text) blocks.push({ tag, text, html: collapse(inlineHtml(node)) });
    } else {
      for (const child of node.childNodes) visit(child, isItem || node.tagName === 'li' || node.tagName === 'item');
    }
  };
  visit(parse(source), false);
  return blocks;
}

function isLeftOut(element: Element): boolean {
  const names = element.attrs.find(({ name }) => name === 'class')?.value ?? '';
  return leftOut.has(element.tagName) || leftOutClass.test(names);
}

function hasGroup(element: Element): boolean {
  return element.childNodes.some(
    (child) => isElement(child) && (groups.has(child.tagName) || headings.has(child.tagName) || hasGroup(child)),
  );
}

function textOf(node: Node): string {
  if (isElement(node) && isLeftOut(node)) return ' ';
  return 'value' in node ? node.value : childrenOf(node).map(textOf).join('');
}

function inlineHtml(element: Element): string {
  return element.childNodes
    .map((child) => {
      if ('value' in child) return escapeHtml(child.value);
      if (!isElement(child) || isLeftOut(child)) return '';
      const inner = inlineHtml(child);
      return kept.has(child.tagName) && inner.trim() ? `<${child.tagName}>${inner}</${child.tagName}>` : inner;
    })
    .join('');
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function isElement(node: Node): node is Element {
  return 'tagName' in node;
}

function childrenOf(node: Node): readonly Node[] {
  return 'childNodes' in node ? node.childNodes : [];
}

function collapse(text: string): string {
  return text.replaceAll(/[ \t\r\n]+/g, ' ').trim();
}

// man(7), as much of it as prose needs. Pages in mdoc(7) give no blocks.
function manualBlocks(source: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  let lines: string[] = [];
  const finish = (tag: TextBlock['tag'] = 'p') => {
    const text = collapse(lines.join(' '));
    if (text) blocks.push({ tag, text, html: escapeHtml(text) });
    lines = [];
  };
  let isLiteral = false;
  for (const line of source.split('\n')) {
    const [, name = '', rest = ''] = /^[.']\s*(\S*)\s*(.*)/.exec(line) ?? [];
    if (/^(nf|EX|de|TS|ig|Bd)$/.test(name)) isLiteral = true;
    if (/^(fi|EE|\.|TE|Ed)$/.test(name)) isLiteral = false;
    if (name === 'Sh') return [];
    if (/^(SH|SS|PP|P|LP|TP|IP|HP|RS|RE|sp|br|nf|EX|TQ)$/.test(name)) finish();
    if (/^(SH|SS)$/.test(name)) {
      lines.push(plain(argumentsOf(rest).join(' ')));
      finish('h2');
    } else if (isLiteral) continue;
    else if (/^[BI]$|^(SM|SB)$/.test(name)) lines.push(plain(argumentsOf(rest).join(' ')));
    else if (/^[BIR]{2}$/.test(name)) lines.push(plain(argumentsOf(rest).join('')));
    else if (line === '') finish();
    else if (!/^[.']/.test(line)) lines.push(plain(line));
  }
  finish();
  return blocks;
}

function argumentsOf(rest: string): string[] {
  return Array.from(rest.matchAll(/"([^"]*)"|(?:\\.|\S)+/g), ([whole, quoted]) => quoted ?? whole);
}

const glyphs: Readonly<Record<string, string>> = {
  aq: "'",
  bu: '',
  em: '—',
  en: '–',
  lq: '“',
  rq: '”',
  oq: '‘',
  cq: '’',
  co: '©',
  ha: '^',
  ti: '~',
  dq: '"',
  rs: '\\',
  hy: '-',
  at: '@',
};

function plain(line: string): string {
  return line
    .replaceAll(/\\".*/g, '')
    .replaceAll(/\\f(?:\(..|\[[^\]]*\]|.)|\\s[-+]?\d+|\\[&%:|^/,{}c]/g, '')
    .replaceAll(/\\(?:\((..)|\[([^\]]*)\])/g, (_, short, long) => glyphs[short ?? long] ?? '')
    .replaceAll(/\\\*(?:\(..|\[[^\]]*\]|.)/g, '')
    .replaceAll('\\e', '\\')
    .replaceAll(/\\([-~ 0'`.])/g, (_, after) => (after === '~' || after === '0' ? ' ' : after));
}
