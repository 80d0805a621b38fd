// The pictures of robustness/visibility, listed in visibility-sources.tsv. Each comes from a Debian package, which is downloaded
// once with apt-get. SVG and pages of PDF are rendered. A photograph is a JPEG first, a drawing and a screen a PNG.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import sharp, { type Sharp } from 'sharp';

export const SETS = ['photographs', 'drawn', 'screens'] as const;
export type SetName = (typeof SETS)[number];
export type Role = 'reported' | 'tuning';

export interface Source {
  readonly set: SetName;
  readonly package: string;
  /** A path inside the package; `#3` after a PDF is its third page. */
  readonly file: string;
}

export const CACHE = process.env.VISIBILITY_FOLDER ?? join(tmpdir(), 'visibility-pictures');
const RENDERED_SIDE = '1400';

export function listSources(role: Role): Source[] {
  const text = readFileSync(join(import.meta.dirname, 'visibility-sources.tsv'), 'utf8');
  const rows = text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));
  return rows
    .filter(([purpose]) => purpose === role)
    .map(([, set, name, file]) => ({ set: set as SetName, package: name!, file: file! }));
}

/** Puts the files of these sources into the cache. */
export function download(sources: readonly Source[]): void {
  for (const [name, wanted] of Map.groupBy(sources, (source) => source.package)) {
    const missing = wanted.filter((source) => !existsSync(pathOf(source)));
    if (missing.length === 0) continue;
    console.log(`Downloading ${name} …`);
    const folder = mkdtempSync(join(tmpdir(), 'visibility-package-'));
    try {
      const { status, stderr } = spawnSync('apt-get', ['download', '-qq', name], { cwd: folder, encoding: 'utf8' });
      if (status !== 0)
        throw new Error(`apt-get cannot download ${name}. Run apt-get update and try again.\n${stderr}`);
      execFileSync('dpkg-deb', ['-x', readdirSync(folder)[0]!, 'content'], { cwd: folder });
      for (const source of missing) {
        mkdirSync(dirname(pathOf(source)), { recursive: true });
        cpSync(join(folder, 'content', withoutPage(source.file)), pathOf(source), { dereference: true });
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
}

/** The picture in each of its formats; the first is the one that is looked at. */
export async function formatsOf(source: Source): Promise<Record<string, Buffer>> {
  const { file, picture } = await openSource(source);
  const { format, hasAlpha, depth } = file ? await sharp(file).metadata() : {};
  const opaque = picture.flatten({ background: 'white' }).removeAlpha().toColourspace('srgb');
  const isPlain = !hasAlpha && depth === 'uchar';
  const png = format === 'png' && isPlain ? file! : await opaque.clone().png({ adaptiveFiltering: true }).toBuffer();
  const jpeg = format === 'jpeg' ? file! : await opaque.clone().jpeg({ quality: 90 }).toBuffer();
  const webp = await opaque.clone().webp({ quality: 80 }).toBuffer();
  return source.set === 'photographs' ? { JPEG: jpeg, WebP: webp, PNG: png } : { PNG: png, JPEG: jpeg, WebP: webp };
}

export function nameOf({ package: name, file }: Source): string {
  return `${name}/${basename(file)}`;
}

async function openSource(source: Source): Promise<{ file?: Buffer; picture: Sharp }> {
  const path = pathOf(source);
  if (path.endsWith('.pdf')) {
    const page = source.file.split('#')[1] ?? '1';
    const ppm = execFileSync('pdftoppm', ['-png', '-f', page, '-l', page, '-scale-to', RENDERED_SIDE, path], {
      maxBuffer: 2 ** 28,
    });
    return { picture: sharp(ppm) };
  }
  const file = readFileSync(path);
  if (!/\.svgz?$/.test(path)) return { file, picture: sharp(file) };
  const { width, height } = await sharp(file).metadata();
  const side = Number(RENDERED_SIDE);
  const density = Math.min((72 * side) / Math.max(width, height), 10_000);
  return { picture: sharp(file, { density }).resize(side, side, { fit: 'inside' }) };
}

function pathOf({ package: name, file }: Source): string {
  return join(CACHE, name, withoutPage(file));
}

function withoutPage(file: string): string {
  return file.split('#')[0]!;
}
