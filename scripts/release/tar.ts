// Writes tar archives (POSIX pax) whose bytes depend only on names, modes, owners and contents: one
// time for all entries, entries in the order of their names, no names of users or machines.
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

export interface Entry {
  /** Relative, with forward slashes and without one at the end. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link';
  readonly mode: number;
  /** User and group. Default: 0. */
  readonly owner?: number;
  /** For files. A function reads it when it is written, so that one file at a time is in memory. */
  readonly content?: Buffer | (() => Buffer);
  /** For links. */
  readonly target?: string;
}

const block = 512;
const kinds = { file: '0', folder: '5', link: '2' } as const;
/** Beyond this, a name does not fit into the header. */
const mostBytes = 100;

export const fileEntry = (path: string, content: Buffer | string, mode = 0o644): Entry => ({
  path,
  kind: 'file',
  mode,
  content: Buffer.from(content as string),
});
export const folderEntry = (path: string, mode = 0o755, owner = 0): Entry => ({ path, kind: 'folder', mode, owner });

/** Everything in a folder. `modes: 'kept'` takes them as they are, otherwise 644 and 755. */
export function entriesOf(
  folder: string,
  prefix: string,
  { modes = 'plain', skip = () => false }: { modes?: 'plain' | 'kept'; skip?: (path: string) => boolean } = {},
): Entry[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name): Entry[] => {
    if (skip(name)) return [];
    const place = join(folder, name);
    const path = join(prefix, name);
    const stat = lstatSync(place);
    const kept = stat.mode & 0o7777;
    if (stat.isSymbolicLink()) return [{ path, kind: 'link', mode: 0o777, target: readlinkSync(place) }];
    if (stat.isDirectory()) return [{ path, kind: 'folder', mode: modes === 'kept' ? kept : 0o755 }];
    if (!stat.isFile()) throw new Error(`${name} is not a file, a folder or a link, so it cannot be packed.`);
    const mode = modes === 'kept' ? kept : plainMode(stat.mode);
    return [{ path, kind: 'file', mode, content: () => readFileSync(place) }];
  });
}

/** What Git keeps of a mode. The umask of a clone never changes the owner's bit. */
export function plainMode(mode: number): number {
  return mode & 0o100 ? 0o755 : 0o644;
}

/** With every folder above an entry, once. The later of two entries with one path counts. */
export function completed(entries: readonly Entry[]): Entry[] {
  const all = new Map<string, Entry>();
  for (const entry of entries) {
    const parts = entry.path.split('/');
    for (let count = 1; count < parts.length; count += 1) {
      const path = parts.slice(0, count).join('/');
      if (!all.has(path)) all.set(path, folderEntry(path));
    }
    all.set(entry.path, entry);
  }
  // By code units: a folder comes before its content, and no locale changes the order.
  return [...all.keys()].sort().map((path) => all.get(path)!);
}

export function* tarParts(entries: readonly Entry[], seconds: number): Generator<Buffer> {
  for (const entry of entries) {
    const content = entry.kind === 'file' ? readContent(entry) : Buffer.alloc(0);
    const name = entry.kind === 'folder' ? `${entry.path}/` : entry.path;
    const longer = {
      ...(isLong(name) && { path: name }),
      ...(isLong(entry.target ?? '') && { linkpath: entry.target! }),
    };
    if (Object.keys(longer).length > 0) {
      const records = Buffer.from(Object.entries(longer).map(paxRecord).join(''));
      yield header({ name: 'pax', kind: 'x', mode: 0o644, size: records.length, seconds });
      yield padded(records);
    }
    const { mode, owner = 0, target = '' } = entry;
    yield header({ name, kind: kinds[entry.kind], mode, owner, size: content.length, seconds, target });
    yield padded(content);
  }
  yield Buffer.alloc(2 * block);
}

/** A complete archive, compressed. For archives that fit into memory. */
export function tarGzip(entries: readonly Entry[], seconds: number): Buffer {
  return gzipSync(Buffer.concat([...tarParts(completed(entries), seconds)]), { level: 9 });
}

function readContent({ content, path }: Entry): Buffer {
  if (content === undefined) throw new Error(`${path} has no content.`);
  return typeof content === 'function' ? content() : content;
}

function isLong(text: string): boolean {
  return Buffer.byteLength(text) > mostBytes || /[^ -~]/.test(text);
}

/** "length name=value\n", where the length includes its own digits. */
function paxRecord([name, value]: [string, string]): string {
  const rest = Buffer.byteLength(` ${name}=${value}\n`);
  let length = rest + 1;
  while (rest + String(length).length !== length) length = rest + String(length).length;
  return `${length} ${name}=${value}\n`;
}

interface Header {
  readonly name: string;
  readonly kind: string;
  readonly mode: number;
  readonly owner?: number;
  readonly size: number;
  readonly seconds: number;
  readonly target?: string;
}

function header({ name, kind, mode, owner = 0, size, seconds, target = '' }: Header): Buffer {
  const bytes = Buffer.alloc(block);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  const texts: readonly (readonly [offset: number, text: string])[] = [
    [0, shortened(name)],
    [100, octal(mode, 7)],
    [108, octal(owner, 7)],
    [116, octal(owner, 7)],
    [124, octal(size, 11)],
    [136, octal(seconds, 11)],
    // The checksum counts its own field as spaces.
    [148, ' '.repeat(8)],
    [156, kind],
    [157, shortened(target)],
    [257, 'ustar\x0000'],
  ];
  for (const [offset, text] of texts) bytes.write(text, offset, 'latin1');
  bytes.write(
    `${octal(
      bytes.reduce((sum, byte) => sum + byte, 0),
      6,
    )} `,
    148,
    'latin1',
  );
  return bytes;
}

/** Readers that know pax ignore it where a record gives the complete name. */
function shortened(name: string): string {
  return Buffer.from(name).subarray(0, mostBytes).toString('latin1');
}

function padded(content: Buffer): Buffer {
  const rest = content.length % block;
  return rest === 0 ? content : Buffer.concat([content, Buffer.alloc(block - rest)]);
}
