// The web application as dashboard/build.ts left it in its folder: one page, its files with hashed
// names, and the list of addresses that are pages. Files are read on first use and then kept: there
// are few, and they never change.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
  /** Patterns of addresses: `/records/:recordId`. */
  readonly pages: readonly string[];
  readonly files: Readonly<Record<string, { readonly type: string }>>;
  /** Names under /verify/ → names of files. */
  readonly verifyFiles: Readonly<Record<string, string>>;
  readonly heads: { readonly pages: Readonly<Record<string, PageHead>>; readonly others: PageHead };
}

/** What programs that run no scripts see of a page. */
export interface PageHead {
  readonly title: string;
  readonly description: string;
}

export interface BuiltFile {
  readonly type: string;
  readonly bytes: Buffer;
  readonly encoding: 'br' | 'gzip' | undefined;
}

export interface BuiltPages {
  /** The page with placeholders for what differs between responses. */
  readonly template: string;
  isPage(path: string): boolean;
  head(path: string): PageHead;
  verifyFile(name: string, acceptedEncodings: string): BuiltFile | undefined;
  file(name: string, acceptedEncodings: string): BuiltFile | undefined;
}

/** Undefined if nothing was built. */
export function readBuiltPages(folder: string): BuiltPages | undefined {
  const manifest = readOrNothing(join(folder, 'manifest.json'));
  if (!manifest) return undefined;
  const { pages, files, verifyFiles, heads } = JSON.parse(manifest.toString()) as Manifest;
  const template = readFileSync(join(folder, 'index.html'), 'utf8');
  const kept = new Map<string, Buffer>();
  const read = (name: string) => {
    const bytes = kept.get(name) ?? readFileSync(join(folder, 'assets', name));
    kept.set(name, bytes);
    return bytes;
  };
  function file(name: string, acceptedEncodings: string): BuiltFile | undefined {
    const known = Object.hasOwn(files, name) ? files[name]! : undefined;
    if (!known) return undefined;
    const encoding = (['br', 'gzip'] as const).find((each) => accepts(acceptedEncodings, each));
    const ending = encoding === undefined ? '' : { br: '.br', gzip: '.gz' }[encoding];
    return { type: known.type, bytes: read(name + ending), encoding };
  }
  return {
    template,
    file,
    isPage: (path) => pages.some((page) => matches(page, path)),
    head: (path) => heads.pages[path] ?? heads.others,
    verifyFile: (name, acceptedEncodings) =>
      Object.hasOwn(verifyFiles, name) ? file(verifyFiles[name]!, acceptedEncodings) : undefined,
  };
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.replace(/(?<=.)\/$/, '').split('/');
  return wanted.length === given.length && wanted.every((step, place) => step.startsWith(':') || step === given[place]);
}

function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((each) => {
    // Trimmed one by one: an expression for the spaces around a sign would take quadratic time.
    const [name, ...parameters] = each.split(';').map((part) => part.trim());
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

function readOrNothing(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw problem;
  }
}
