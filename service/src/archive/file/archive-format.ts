// The format of an archive file (docs/run/archive.md): compressed blocks of entries, the
// signatures, an index, and a footer. The footer has the hash of the index and a code under a key
// of the service, the index has the hash of every block, and each entry has the hash of its
// signature. So every byte is covered.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { FileDamaged } from '../../adapters/object-store/object-store.ts';

export const magic = Buffer.from('CPARCH01');
export const formatName = 'content-provenance-archive/1';
/** Offset and length of the index (8 bytes each), its SHA-256, the code, and the magic bytes. */
export const footerLength = 8 + 8 + 32 + 32 + magic.length;

/** Limits for everything that is read. What the service writes is far below. */
export const limits = {
  entriesPerBlock: 4_096,
  blocks: 16_384,
  blockBytes: 16 * 1024 * 1024,
  indexBytes: 16 * 1024 * 1024,
  signatureBytes: 64 * 1024,
};

const wholeNumber = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const sha256Hex = Type.String({ pattern: '^[0-9a-f]{64}$' });
const key = Type.String({ minLength: 1, maxLength: 200 });

const block = Type.Object({
  first: key,
  last: key,
  entries: Type.Integer({ minimum: 1, maximum: limits.entriesPerBlock }),
  offset: wholeNumber,
  length: Type.Integer({ minimum: 1, maximum: limits.blockBytes }),
  /** The length after decompression. */
  size: Type.Integer({ minimum: 1, maximum: limits.blockBytes }),
  sha256: sha256Hex,
  /** Two bytes for each entry, in base64: the end of its key. */
  tails: Type.String({ maxLength: 4 * limits.entriesPerBlock }),
});

const index = Type.Object({
  format: Type.Literal(formatName),
  archive_id: key,
  environment: key,
  created_at: Type.String({ maxLength: 40 }),
  entries: wholeNumber,
  blocks: Type.Array(block, { minItems: 1, maxItems: limits.blocks }),
  signatures: Type.Object({ offset: wholeNumber, length: wholeNumber }),
});

export type ArchiveBlock = Static<typeof block>;
export type ArchiveIndex = Static<typeof index>;
const compiledIndex = Compile(index);

/** Where the signature of an entry is. */
export interface SignaturePlace {
  readonly offset: number;
  readonly length: number;
  readonly sha256: string;
}

export interface Footer {
  readonly offset: number;
  readonly length: number;
  readonly sha256: Buffer;
  readonly code: Buffer;
}

export function writeFooter(authenticationKey: Uint8Array, offset: number, indexBytes: Uint8Array): Buffer {
  const start = Buffer.alloc(16);
  start.writeBigUInt64BE(BigInt(offset), 0);
  start.writeBigUInt64BE(BigInt(indexBytes.length), 8);
  const covered = Buffer.concat([start, sha256(indexBytes)]);
  return Buffer.concat([covered, codeOf(authenticationKey, covered), magic]);
}

/** Checks the form and the code. The hash of the index is checked when the index is read. */
export function readFooter(bytes: Buffer, authenticationKey: Uint8Array): Footer {
  if (bytes.length !== footerLength || !bytes.subarray(-magic.length).equals(magic)) {
    throw new FileDamaged('This is not an archive file, or its end is missing.');
  }
  const code = bytes.subarray(48, 80);
  if (!timingSafeEqual(code, codeOf(authenticationKey, bytes.subarray(0, 48)))) {
    throw new FileDamaged('The archive file was changed, or another service wrote it.');
  }
  const [offset, length] = [bytes.readBigUInt64BE(0), bytes.readBigUInt64BE(8)].map(Number);
  return { offset: offset!, length: length!, sha256: bytes.subarray(16, 48), code };
}

export function parseIndex(text: Buffer): ArchiveIndex {
  const parsed: unknown = JSON.parse(text.toString('utf8'));
  if (!compiledIndex.Check(parsed)) throw new FileDamaged('The index of the archive file has a wrong form.');
  return parsed;
}

export function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** The last two bytes of a key. Record ids end with random digits, so they tell keys apart. */
export function tailOf(entryKey: string): Buffer {
  return Buffer.from(entryKey.slice(-4).padStart(4, '0'), 'hex');
}

function codeOf(authenticationKey: Uint8Array, covered: Uint8Array): Buffer {
  return createHmac('sha256', authenticationKey).update(magic).update(covered).digest();
}
