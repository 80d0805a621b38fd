// The content of streams without their encryption, if an empty password opens the file (ISO 32000-2
// §7.6). Most encrypted files are like that: everyone can read them.
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { findLegacyKey, keyOfObject, rc4, stringOf } from '../legacy-encryption.ts';
import type { Encryption, PdfFile, PdfObject } from '../pdf-file.ts';
import { entryOf, nameOf, numberOf } from '../pdf-syntax.ts';

/** Null if the stream cannot be read. */
export type Unlock = (number: number, object: PdfObject) => Uint8Array | null;

const saltOfAes = Buffer.from('sAlT');
const blockSize = 16;
/** The hash ends by chance, after 64 rounds at least. */
const mostRounds = 1_000;

export function unlockStreams(file: PdfFile): Unlock {
  const { encryption } = file;
  if (!encryption) return (_, { content }) => content;
  const open = openerOf(file, encryption);
  return (number, object) => {
    if (!object.content || saysItIsClear(object)) return object.content;
    return open?.(object.content, { number, generation: object.generation }) ?? null;
  };
}

// A stream can say that it is not encrypted (§7.4.10).
function saysItIsClear({ value, text }: PdfObject): boolean {
  const filter = value.type === 'dictionary' ? value.entries.get('Filter')?.value : undefined;
  return filter !== undefined && /\/Crypt\b/.test(text.slice(filter.from, filter.to));
}

type Open = (content: Uint8Array, place: { readonly number: number; readonly generation: number }) => Uint8Array | null;

function openerOf(file: PdfFile, encryption: Encryption): Open | null {
  const version = numberOf(encryption.value, 'V') ?? 0;
  const method = version < 4 ? 'V2' : methodOf(encryption);
  if (method === 'None') return (content) => content;
  if (version === 5) {
    const key = method === 'AESV3' ? findLongKey(encryption) : null;
    return key && ((content) => decryptAes('aes-256-cbc', key, content));
  }
  const key = findLegacyKey(file, encryption);
  if (!key) return null;
  if (method === 'V2') return (content, place) => rc4(keyOfObject(key, place), content);
  if (method !== 'AESV2') return null;
  return (content, place) => decryptAes('aes-128-cbc', keyOfObject(key, place, saltOfAes), content);
}

// §7.6.6.
function methodOf({ value }: Encryption): string {
  const name = nameOf(value, 'StmF') ?? 'Identity';
  const filters = entryOf(value, 'CF', 'dictionary');
  const filter = filters && entryOf(filters, name, 'dictionary');
  return name === 'Identity' ? 'None' : ((filter && nameOf(filter, 'CFM')) ?? 'None');
}

// §7.6.3.1: the first block is the start, and the last one is padded.
function decryptAes(method: string, key: Buffer, content: Uint8Array): Uint8Array | null {
  const length = content.length - (content.length % blockSize);
  if (length < 2 * blockSize || key.length !== (method === 'aes-128-cbc' ? 16 : 32)) return null;
  const decipher = createDecipheriv(method, key, content.subarray(0, blockSize)).setAutoPadding(false);
  const plain = decipher.update(content.subarray(blockSize, length));
  const padding = plain.at(-1)!;
  return plain.subarray(0, plain.length - (padding >= 1 && padding <= blockSize ? padding : 0));
}

// Algorithm 2.A, for an empty user password.
function findLongKey({ value, text }: Encryption): Buffer | null {
  const revision = numberOf(value, 'R');
  const [user, sealed] = [stringOf(value, text, 'U'), stringOf(value, text, 'UE')];
  if (!user || user.length < 48 || sealed?.length !== 32 || (revision !== 5 && revision !== 6)) return null;
  const hash = revision === 5 ? sha('sha256') : hashRounds;
  if (!hash(user.subarray(32, 40)).equals(user.subarray(0, 32))) return null;
  const decipher = createDecipheriv('aes-256-cbc', hash(user.subarray(40, 48)), Buffer.alloc(blockSize));
  return decipher.setAutoPadding(false).update(sealed);
}

const sha = (name: string) => (bytes: Uint8Array) => createHash(name).update(bytes).digest();
const hashes = [sha('sha256'), sha('sha384'), sha('sha512')];

// Algorithm 2.B.
function hashRounds(salt: Buffer): Buffer {
  let key = sha('sha256')(salt);
  for (let round = 1; round <= mostRounds; round += 1) {
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false);
    const mixed = cipher.update(Buffer.concat(Array.from({ length: 64 }, () => key)));
    const remainder = mixed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = hashes[remainder]!(mixed);
    if (round >= 64 && mixed.at(-1)! <= round - 32) break;
  }
  return key.subarray(0, 32);
}
