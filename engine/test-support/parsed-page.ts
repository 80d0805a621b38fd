// Test support: what parse5, which builds the tree of the HTML Living Standard (§13.2.6), says
// about a page and its signed copy. Both are read as bytes, one character each.
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse, serialize } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;
type Text = DefaultTreeAdapterTypes.TextNode;

const neverSeen = new Set(
  (
    'head script style template noscript title textarea xmp iframe noembed noframes plaintext object video audio canvas svg math ' +
    'select button datalist dialog details rp map meter progress'
  ).split(' '),
);
const invisible = /display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?![.\d])|font-size\s*:\s*0/i;

export interface ParsedPair {
  /** The element that contains the token. */
  readonly metaParent: string | undefined;
  /** Trees without token, payload and comments, ignoring white space around and in the head. */
  readonly before: string;
  readonly after: string;
  /** The first visible text, and the one with the payload. */
  readonly firstWords: string | undefined;
  readonly markedWords: string | undefined;
}

/** payload: its possible spellings. */
export function parsePair(original: Buffer, signed: Buffer, payload: readonly string[]): ParsedPair {
  const [before, after] = [original, signed].map((bytes) => parse(bytes.toString('latin1'))) as [Node, Node];
  const metas = [...walk(after)].filter((node) => attribute(node, 'name') === 'content-provenance') as Element[];
  const metaParent = metas.map((meta) => meta.parentNode?.nodeName).join();
  for (const meta of metas) defaultTreeAdapter.detachNode(meta);
  const marked: Text[] = [];
  for (const node of walk(after)) {
    if (!isText(node) || !payload.some((form) => node.value.includes(form))) continue;
    marked.push(node);
    for (const form of payload) node.value = node.value.replace(form, '');
  }
  const firstWords = [...seenTexts(before)].find(({ value }) => isWorded(value))?.value;
  const markedWords = marked.length > 0 ? marked.map(({ value }) => value).join('\n') : undefined;
  return { metaParent, before: asWords(before), after: asWords(after), firstWords, markedWords };
}

function asWords(document: Node): string {
  for (const node of [...walk(document)]) {
    const parent = 'parentNode' in node ? node.parentNode?.nodeName : undefined;
    const isBlank = isText(node) && /^[\t\n\f\r ]*$/.test(node.value) && (parent === 'head' || parent === 'html');
    if (isBlank || node.nodeName === '#comment') defaultTreeAdapter.detachNode(node as Text);
  }
  return serialize(document as DefaultTreeAdapterTypes.Document);
}

function* seenTexts(node: Node): Generator<Text> {
  if (isText(node)) yield node;
  if ('childNodes' in node && !isHidden(node)) for (const child of node.childNodes) yield* seenTexts(child);
}

function isHidden(node: Node): boolean {
  if (neverSeen.has(node.nodeName) || attribute(node, 'hidden') !== undefined) return true;
  return attribute(node, 'aria-hidden') === 'true' || invisible.test(attribute(node, 'style') ?? '');
}

function isWorded(value: string): boolean {
  return /[0-9A-Za-z\u0080-\uffff]/.test(value.replaceAll(/[\u00a0-\u00bf\u2000-\u20ff\ufeff\ufffd]/g, ''));
}

function isText(node: Node): node is Text {
  return node.nodeName === '#text';
}

function attribute(node: Node, name: string): string | undefined {
  return 'attrs' in node ? node.attrs.find((each) => each.name === name)?.value : undefined;
}

function* walk(node: Node): Generator<Node> {
  yield node;
  if ('childNodes' in node) for (const child of [...node.childNodes]) yield* walk(child);
  if ('content' in node) yield* walk(node.content);
}
