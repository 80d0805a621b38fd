// The web application as dashboard/build.ts left it in its folder: one page, its files with hashed names, and the list of
// addresses that are pages. Files are read when first asked for and then kept: there are few, and they never change.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
  /** Patterns of addresses: `/records/:recordId`. */
  readonly pages: readonly string[];
  readonly files: Readonly<Record<string, { readonly type: string }>>;
}

export interface BuiltFile {
  readonly type: string;
  readonly bytes: Buffer;
  readonly encoding: 'br' | 'gzip' | undefined;
}

export interface BuiltPages {
  /** The page with places for what differs between answers. */
  readonly template: string;
  isPage(path: string): boolean;
  file(name: string, acceptedEncodings: string): BuiltFile | undefined;
}

/** Undefined where nothing was built. */
export function readBuiltPages(folder: string): BuiltPages | undefined {
  const manifest = readOrNothing(join(folder, 'manifest.json'));
  if (!manifest) return undefined;
  const { pages, files } = JSON.parse(manifest.toString()) as Manifest;
  const template = readFileSync(join(folder, 'index.html'), 'utf8');
  const kept = new Map<string, Buffer>();
  const read = (name: string) => {
    const bytes = kept.get(name) ?? readFileSync(join(folder, 'assets', name));
    kept.set(name, bytes);
    return bytes;
  };
  return {
    template,
    isPage: (path) => pages.some((page) => matches(page, path)),
    file(name, acceptedEncodings) {
      const known = Object.hasOwn(files, name) ? files[name]! : undefined;
      if (!known) return undefined;
      const encoding = (['br', 'gzip'] as const).find((each) => accepts(acceptedEncodings, each));
      const ending = encoding === undefined ? '' : { br: '.br', gzip: '.gz' }[encoding];
      return { type: known.type, bytes: read(name + ending), encoding };
    },
  };
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.replace(/(?<=.)\/$/, '').split('/');
  return wanted.length === given.length && wanted.every((step, place) => step.startsWith(':') || step === given[place]);
}

function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((each) => {
    // Trimmed one by one: an expression for the spaces around a sign costs the square of them.
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
