// The originals of the mutations: the small files of ../shared and those from the formats' own
// tests, unsigned and signed. Signed ones carry a token and a mark that are the same in every run,
// so that a seed makes the same file again.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { allFormats, detectFormat, isRefusal } from '../../engine/src/index.ts';
import { samplesOf } from '../../engine/test-support/samples.ts';

export interface SampleFile {
  readonly name: string;
  readonly bytes: Buffer;
}

export const sharedFolder = fileURLToPath(new URL('../../../shared', import.meta.url));

const folders = ['corpus', 'media', 'c2pa'];
const largest = 64 * 1024;
/** The cost of a picture grows with its pixels, and small ones find mutations just as well. */
const mostPixels = 300 * 300;
const token = `svc_${'AQEBkw-_'.repeat(6).slice(0, 47)}`;
const watermarkId = '0123456789abcdef';

export const isSharedHere = (): boolean => existsSync(sharedFolder);

/**
 * By format, `other` for unknown ones. Each format is chosen equally often, however many files it
 * has.
 */
export async function readSampleFiles(): Promise<SampleFile[][]> {
  const shared = folders.flatMap(listFiles).map((name) => ({ name, bytes: readFileSync(join(sharedFolder, name)) }));
  const made = await Promise.all(
    allFormats.map(async ({ name }) =>
      [...(await samplesOf(name))].map(([kind, bytes]) => ({ name: `${name}: ${kind}`, bytes })),
    ),
  );
  const small: SampleFile[] = [];
  for (const file of [...shared, ...made.flat()]) if (await isSmall(file)) small.push(file);
  const signed = await Promise.all(small.map(signWithFixedParts));
  const all = [...small, ...signed.filter((each) => each !== undefined)];
  return [...Map.groupBy(all, ({ bytes }) => detectFormat(bytes)?.mimeType ?? 'other').values()];
}

async function isSmall({ bytes }: SampleFile): Promise<boolean> {
  if (bytes.length === 0 || bytes.length > largest) return false;
  if (detectFormat(bytes)?.kind !== 'image') return true;
  const { width, height } = await sharp(bytes)
    .metadata()
    .catch(() => ({ width: 0, height: 0 }));
  return width * height <= mostPixels;
}

function listFiles(folder: string): string[] {
  const entries = readdirSync(join(sharedFolder, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(sharedFolder.length + 1))
    .sort();
}

async function signWithFixedParts({ name, bytes }: SampleFile): Promise<SampleFile | undefined> {
  const format = detectFormat(bytes);
  if (!format) return undefined;
  try {
    const marking = await format.watermark?.mark(bytes, watermarkId);
    const marked = marking && 'bytes' in marking ? marking.bytes : bytes;
    return { name: `${name} (signed)`, bytes: Buffer.concat(format.writeToken(marked, token)) };
  } catch (problem) {
    if (isRefusal(problem)) return undefined;
    throw problem;
  }
}
