// The documentation as pages: every Markdown file of docs/ and a few of the root, rendered once,
// with links that work under /docs.
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Marked, type Tokens } from 'marked';

export interface Guide {
  /** Under /docs, such as `use/faq`. */
  readonly path: string;
  readonly title: string;
  readonly section: string;
  /** HTML. */
  readonly body: string;
  /** For the search: the words without markup. */
  readonly words: string;
}

export interface Library {
  readonly sections: readonly { readonly name: string; readonly guides: readonly Guide[] }[];
  find(path: string): Guide | undefined;
}

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** In the order of the contents: the listed files first, then the other files in the folders. */
const sections: readonly {
  readonly name: string;
  readonly folders: readonly string[];
  readonly files: readonly string[];
}[] = [
  { name: 'Start', folders: [], files: ['docs/README.md'] },
  {
    name: 'Use it',
    folders: ['docs/use'],
    files: [
      'sign-in-the-browser',
      'quickstart-curl',
      'quickstart-sdk',
      'quickstart-python',
      'quickstart-cli',
      'concepts',
      'how-a-verdict-is-reached',
    ].map((name) => `docs/use/${name}.md`),
  },
  { name: 'Run it', folders: ['docs/run'], files: ['SECURITY.md'] },
  { name: 'Reference', folders: ['docs/reference'], files: [] },
  { name: 'Specification', folders: ['docs/specification'], files: ['docs/specification/README.md'] },
  {
    name: 'Change it',
    folders: ['docs/decisions'],
    files: [
      'ARCHITECTURE.md',
      'CONTRIBUTING.md',
      'docs/measurements.md',
      'docs/style.md',
      'CHANGELOG.md',
      'docs/decisions/README.md',
    ],
  },
];

export function readLibrary(): Library {
  const read = sections.map(({ name, folders, files }) => ({
    name,
    guides: [...new Set([...files, ...folders.flatMap(markdownFiles)])].map((file) => readGuide(file, name)),
  }));
  const byPath = new Map(read.flatMap(({ guides }) => guides.map((guide) => [guide.path, guide])));
  return { sections: read, find: (path) => byPath.get(path) };
}

function markdownFiles(folder: string): string[] {
  return readdirSync(root + folder)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `${folder}/${name}`);
}

function readGuide(file: string, section: string): Guide {
  const markdown = readFileSync(root + file, 'utf8');
  const body = rendererFor(file).parse(markdown, { async: false });
  const title = /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll('`', '') ?? file;
  const words = body.replaceAll(/<[^<>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  return { path: pathOf(file)!, title, section, body, words };
}

/** The address of a file under /docs. Undefined if it is not a page. */
function pathOf(file: string): string | undefined {
  if (file === 'docs/README.md') return 'overview';
  const isPage = sections.some(
    ({ folders, files }) => files.includes(file) || (file.endsWith('.md') && folders.includes(posix.dirname(file))),
  );
  return isPage
    ? file
        .replace(/^docs\//, '')
        .replace(/\.md$/, '')
        .toLowerCase()
    : undefined;
}

function rendererFor(file: string): Marked {
  const here = pathOf(file)!;
  return new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const words = this.parser.parseInline(tokens);
        const address = addressOf(file, here, href);
        return address === undefined ? words : `<a href="${address}">${words}</a>`;
      },
      // Pictures are for readers of the repository. The page names them.
      image: ({ text }: Tokens.Image) => `<em>${text}</em>`,
      table(token: Tokens.Table) {
        const row = (cells: readonly Tokens.TableCell[], tag: string) =>
          `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`;
        const rows = token.rows.map((cells) => row(cells, 'td')).join('\n');
        return `<div class="table"><table><thead>${row(token.header, 'th')}</thead><tbody>${rows}</tbody></table></div>\n`;
      },
    },
  });
}

/**
 * Links between pages stay relative, so that they work behind any path. Files that are not a page
 * have no address.
 */
function addressOf(file: string, here: string, href: string): string | undefined {
  if (href.startsWith('#')) return href;
  // Examples such as http://HOST:PORT are not addresses.
  if (/^https?:/.test(href)) return URL.canParse(href) ? href : undefined;
  const [target = '', anchor] = href.split('#');
  const path = pathOf(posix.normalize(posix.join(posix.dirname(file), target)));
  if (path === undefined) return undefined;
  const relative = posix.relative(posix.dirname(here), path);
  return anchor ? `${relative}#${anchor}` : relative;
}

/** The same as on GitHub, so that links work in both places. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
