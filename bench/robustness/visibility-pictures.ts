// The pictures of robustness/visibility, listed in visibility-sources.tsv. Each comes from a Debian
// package, which is downloaded once with apt-get. SVG and pages of PDF are rendered. A photograph
// is a JPEG first, a drawing and a screen a PNG.
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
  /** A path inside the package. `#3` after a PDF is its third page. */
  readonly file: string;
}

export const CACHE = process.env.VISIBILITY_FOLDER ?? join(tmpdir(), 'visibility-pictures');
/** The longest side of the rendering. */
const RENDERED_SIDE = 1400;

/**
 * Throws if a reported picture comes from a package that was used for tuning strengths or training
 * networks.
 */
export function listSources(role: Role): Source[] {
  const rows = readTable(join(import.meta.dirname, 'visibility-sources.tsv'));
  const ofRole = (wanted: Role) =>
    rows
      .filter(([each]) => each === wanted)
      .map(([, set, name, file]) => ({ set: set as SetName, package: name!, file: file! }));
  const training = join(import.meta.dirname, '../../training');
  const touched = new Set([
    ...ofRole('tuning').map((source) => source.package),
    ...['packages.txt', 'image-sources.tsv'].flatMap((name) => readTable(join(training, name)).map(([first]) => first)),
  ]);
  const spoilt = ofRole('reported').find((source) => touched.has(source.package));
  if (spoilt) throw new Error(`${spoilt.package} was tuned or trained on: report another package.`);
  return ofRole(role);
}

function readTable(path: string): string[][] {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));
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

/** The picture in each of its formats. The first is the one that is compared. */
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
    const png = execFileSync('pdftoppm', ['-png', '-f', page, '-l', page, '-scale-to', String(RENDERED_SIDE), path], {
      maxBuffer: 2 ** 28,
    });
    return { picture: sharp(png) };
  }
  const file = readFileSync(path);
  if (!/\.svgz?$/.test(path)) return { file, picture: sharp(file) };
  const { width, height } = await sharp(file).metadata();
  const density = (72 * RENDERED_SIDE) / Math.max(width, height);
  return { picture: sharp(file, { density }).resize(RENDERED_SIDE, RENDERED_SIDE, { fit: 'inside' }) };
}

function pathOf({ package: name, file }: Source): string {
  return join(CACHE, name, withoutPage(file));
}

function withoutPage(file: string): string {
  return file.split('#')[0]!;
}
