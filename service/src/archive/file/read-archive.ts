// Reads an archive file in parts. Nothing is used before its hash is checked, and every length has
// a limit, so a broken or hostile file gives FileDamaged and no other effect.
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { FileDamaged } from '../../adapters/object-store/object-store.ts';
import {
  type ArchiveBlock,
  type ArchiveIndex,
  footerLength,
  limits,
  magic,
  parseIndex,
  readFooter,
  type SignaturePlace,
  sha256,
  tailOf,
} from './archive-format.ts';

/** Returns exactly these bytes of the file. */
export type ReadBytes = (offset: number, length: number) => Promise<Buffer>;

export interface ArchivedRow {
  readonly signature: SignaturePlace;
  readonly [column: string]: unknown;
}

/** Rows by their keys. */
export type BlockRows = ReadonlyMap<string, ArchivedRow>;

const decompress = promisify(zstdDecompress);

export async function readIndex(
  read: ReadBytes,
  fileLength: number,
  expected: { readonly archiveId: string; readonly indexOffset: number },
  authenticationKey: Uint8Array,
): Promise<ArchiveIndex> {
  const { indexOffset, archiveId } = expected;
  const tailLength = fileLength - indexOffset;
  if (tailLength < footerLength || tailLength > limits.indexBytes) {
    throw new FileDamaged('The index of the archive file has a wrong length.');
  }
  const tail = await read(indexOffset, tailLength);
  const footer = readFooter(tail.subarray(-footerLength), authenticationKey);
  const packed = tail.subarray(0, -footerLength);
  if (footer.offset !== indexOffset || footer.length !== packed.length || !footer.sha256.equals(sha256(packed))) {
    throw new FileDamaged('The index of the archive file was changed.');
  }
  const index = await asDamage(async () =>
    parseIndex(await decompress(packed, { maxOutputLength: limits.indexBytes })),
  );
  if (index.archive_id !== archiveId) throw new FileDamaged('The archive file is another one than the name says.');
  expectLayout(index, indexOffset);
  return index;
}

/** Blocks, signatures and index follow each other without a gap. */
function expectLayout({ blocks, signatures, entries }: ArchiveIndex, indexOffset: number): void {
  let end = magic.length;
  let last = '';
  for (const block of blocks) {
    const inOrder = block.offset === end && block.first > last && block.last >= block.first;
    if (!inOrder) throw new FileDamaged('The blocks of the archive file are not in order.');
    end += block.length;
    last = block.last;
  }
  const counted = blocks.reduce((sum, block) => sum + block.entries, 0);
  if (signatures.offset !== end || end + signatures.length !== indexOffset || counted !== entries) {
    throw new FileDamaged('The parts of the archive file do not fit together.');
  }
}

/** The block that can have the key. A wrong answer is possible for one unknown key in 512. */
export function findBlock({ blocks }: ArchiveIndex, key: string): ArchiveBlock | undefined {
  let [low, high] = [0, blocks.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (blocks[middle]!.last < key) low = middle + 1;
    else high = middle;
  }
  const block = blocks[low];
  return block && block.first <= key && hasTail(block, key) ? block : undefined;
}

function hasTail({ tails }: ArchiveBlock, key: string): boolean {
  const all = Buffer.from(tails, 'base64');
  const tail = tailOf(key);
  for (let place = 0; place + tail.length <= all.length; place += tail.length) {
    if (all.compare(tail, 0, tail.length, place, place + tail.length) === 0) return true;
  }
  return false;
}

/** keyColumn: the column whose value is the key of an entry. */
export async function readBlock(read: ReadBytes, block: ArchiveBlock, keyColumn: string): Promise<BlockRows> {
  const packed = await read(block.offset, block.length);
  if (sha256(packed).toString('hex') !== block.sha256)
    throw new FileDamaged('A block of the archive file was changed.');
  const rows = await asDamage(async () => {
    const content = await decompress(packed, { maxOutputLength: block.size });
    const lines = content.toString('utf8').trimEnd().split('\n');
    return new Map(lines.map((line) => JSON.parse(line)).map((row: ArchivedRow) => [String(row[keyColumn]), row]));
  });
  if (rows.size !== block.entries) throw new FileDamaged('A block of the archive file has a wrong number of entries.');
  return rows;
}

export async function readSignature(
  read: ReadBytes,
  { signatures }: ArchiveIndex,
  place: SignaturePlace,
): Promise<Buffer> {
  const { offset, length } = place;
  if (!(length >= 1 && length <= limits.signatureBytes && offset >= 0 && offset + length <= signatures.length)) {
    throw new FileDamaged('The place of a signature is outside the archive file.');
  }
  return expectSignature(await read(signatures.offset + offset, length), place);
}

function expectSignature(bytes: Buffer, place: SignaturePlace): Buffer {
  if (sha256(bytes).toString('hex') !== place.sha256) {
    throw new FileDamaged('A signature in the archive file was changed.');
  }
  return bytes;
}

/** Reads a whole file, checks every byte, and passes on its entries block by block. */
export async function* readEverything(
  read: ReadBytes,
  index: ArchiveIndex,
  keyColumn: string,
): AsyncGenerator<readonly (ArchivedRow & { readonly signatureBytes: Buffer })[]> {
  if (!(await read(0, magic.length)).equals(magic)) throw new FileDamaged('The beginning of the file was changed.');
  let next = 0;
  for (const block of index.blocks) {
    const rows = await readBlock(read, block, keyColumn);
    if ([...rows.keys()].some((key, place, keys) => key < (keys[place - 1] ?? block.first) || !hasTail(block, key))) {
      throw new FileDamaged('The entries of a block are not in order.');
    }
    const places = [...rows.values()].map(({ signature }) => signature);
    const length = places.reduce((sum, place) => sum + place.length, 0);
    if (length > limits.signatureBytes * block.entries || next + length > index.signatures.length) {
      throw new FileDamaged('The signatures do not fit into the archive file.');
    }
    const all = await read(index.signatures.offset + next, length);
    const start = next;
    yield [...rows.values()].map((row) => {
      if (row.signature.offset !== next) throw new FileDamaged('The signatures are not in the order of the entries.');
      const from = next - start;
      next += row.signature.length;
      return { ...row, signatureBytes: expectSignature(all.subarray(from, next - start), row.signature) };
    });
  }
  if (next !== index.signatures.length) throw new FileDamaged('There are bytes that belong to no signature.');
}

async function asDamage<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (problem) {
    if (problem instanceof FileDamaged) throw problem;
    throw new FileDamaged('A part of the archive file cannot be read.', { cause: problem });
  }
}
