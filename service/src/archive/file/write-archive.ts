// Builds an archive file in memory from entries in the order of their keys. The caller limits the
// number of entries, and so the memory.
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import {
  type ArchiveBlock,
  type ArchiveIndex,
  formatName,
  magic,
  type SignaturePlace,
  sha256,
  tailOf,
  writeFooter,
} from './archive-format.ts';

export interface Entry {
  readonly key: string;
  /** Stored as JSON. */
  readonly row: Readonly<Record<string, unknown>>;
  readonly signature: Uint8Array;
}

export interface WrittenArchive {
  readonly bytes: Buffer;
  readonly indexOffset: number;
  /** SHA-256 of the index, in hex. */
  readonly indexHash: string;
}

const compress = promisify(zstdCompress);
const compression = { params: { [constants.ZSTD_c_compressionLevel]: 9 } };
/** A block is read as a whole to find one entry: about 20 KB. */
export const entriesPerBlock = 128;

export async function writeArchive(
  about: Pick<ArchiveIndex, 'archive_id' | 'environment' | 'created_at'>,
  entries: readonly Entry[],
  authenticationKey: Uint8Array,
): Promise<WrittenArchive> {
  const parts: Uint8Array[] = [magic];
  let offset = magic.length;
  let signatureOffset = 0;
  const blocks: ArchiveBlock[] = [];
  for (let start = 0; start < entries.length; start += entriesPerBlock) {
    const some = entries.slice(start, start + entriesPerBlock);
    const lines = some.map(({ row, signature }) => {
      const place: SignaturePlace = {
        offset: signatureOffset,
        length: signature.length,
        sha256: sha256(signature).toString('hex'),
      };
      signatureOffset += signature.length;
      return JSON.stringify({ ...row, signature: place });
    });
    const content = Buffer.from(`${lines.join('\n')}\n`);
    const packed = await compress(content, compression);
    blocks.push({
      first: some[0]!.key,
      last: some.at(-1)!.key,
      entries: some.length,
      offset,
      length: packed.length,
      size: content.length,
      sha256: sha256(packed).toString('hex'),
      tails: Buffer.concat(some.map(({ key }) => tailOf(key))).toString('base64'),
    });
    parts.push(packed);
    offset += packed.length;
  }
  const index: ArchiveIndex = {
    format: formatName,
    ...about,
    entries: entries.length,
    blocks,
    signatures: { offset, length: signatureOffset },
  };
  const packedIndex = await compress(Buffer.from(JSON.stringify(index)), compression);
  const indexOffset = offset + signatureOffset;
  const footer = writeFooter(authenticationKey, indexOffset, packedIndex);
  const bytes = Buffer.concat([...parts, ...entries.map(({ signature }) => signature), packedIndex, footer]);
  return { bytes, indexOffset, indexHash: sha256(packedIndex).toString('hex') };
}
