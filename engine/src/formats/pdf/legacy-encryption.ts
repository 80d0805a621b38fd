// The encryption of PDF 1.1 to 1.4, and the keys of PDF 1.5 (ISO 32000-2 §7.6.4.3.2, 7.6.4.4, Annex
// of revisions 2 to 4): MD5 and RC4, only for files that anyone can open, with an empty user
// password. This is weak by today's standards, and the choice of the file.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Encryption, PdfFile } from './pdf-file.ts';
import { decodeString, entryOf, numberOf } from './pdf-syntax.ts';

// §7.6.4.3.2, step a: the replacement for an empty password.
const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

/** Null if the user password is not empty, or the method is a different one. */
export function encryptLegacy(
  file: PdfFile,
  encryption: Encryption,
  place: { readonly number: number; readonly generation: number },
  packet: Uint8Array,
): Uint8Array | null {
  const revision = numberOf(encryption.value, 'R');
  const key = revision === 2 || revision === 3 ? findLegacyKey(file, encryption) : null;
  return key && rc4(keyOfObject(key, place), packet);
}

/** The key of the file, up to revision 4. Null if the user password is not empty. */
export function findLegacyKey(file: PdfFile, { value, text }: Encryption): Buffer | null {
  const revision = numberOf(value, 'R') ?? 0;
  const [owner, user] = [stringOf(value, text, 'O'), stringOf(value, text, 'U')];
  const permissions = entryOf(value, 'P', 'number')?.value;
  if (revision < 2 || revision > 4 || !owner || user?.length !== 32 || permissions === undefined) return null;
  const id = firstId(file);
  // Some writers omit the length or state it incorrectly.
  const sizes =
    revision === 2 ? [5] : [(numberOf(value, 'Length') ?? 0) >> 3, 16, 5].filter((each) => each >= 5 && each <= 16);
  const clear = revision === 4 && hasClearMetadata({ value, text }) ? Buffer.alloc(4, 0xff) : Buffer.alloc(0);
  const keys = sizes.map((each) => fileKey([owner.subarray(0, 32), id, clear], permissions, revision, each));
  return keys.find((each) => opensWith(each, user, id, revision)) ?? null;
}

/** Algorithm 1. salt: for AES. */
export function keyOfObject(
  key: Buffer,
  place: { readonly number: number; readonly generation: number },
  salt: Uint8Array = Buffer.alloc(0),
): Buffer {
  const suffix = Buffer.alloc(5);
  suffix.writeUIntLE(place.number & 0xff_ffff, 0, 3);
  suffix.writeUIntLE(place.generation & 0xffff, 3, 2);
  return md5(key, suffix, salt).subarray(0, Math.min(16, key.length + 5));
}

export function hasClearMetadata({ value, text }: Encryption): boolean {
  const metadata = entryOf(value, 'EncryptMetadata', 'keyword');
  return metadata !== null && text.slice(metadata.from, metadata.to) === 'false';
}

// Algorithm 2.
function fileKey(
  [owner, id, clear]: readonly [Buffer, Buffer, Buffer],
  permissions: number,
  revision: number,
  size: number,
): Buffer {
  const flags = Buffer.alloc(4);
  flags.writeInt32LE(permissions | 0);
  let key = md5(padding, owner, flags, id, clear).subarray(0, size);
  for (let round = 0; revision >= 3 && round < 50; round += 1) key = md5(key).subarray(0, size);
  return key;
}

// Algorithms 4 to 6.
function opensWith(key: Buffer, user: Buffer, id: Buffer, revision: number): boolean {
  if (revision === 2) return timingSafeEqual(rc4(key, padding), user);
  let expected: Buffer = rc4(key, md5(padding, id));
  for (let round = 1; round <= 19; round += 1)
    expected = rc4(
      key.map((byte) => byte ^ round),
      expected,
    );
  return timingSafeEqual(expected, user.subarray(0, 16));
}

function firstId(file: PdfFile): Buffer {
  const { trailer, text } = file.trailer;
  const first = entryOf(trailer, 'ID', 'array')?.items[0];
  return first?.type === 'string' ? decodeString(text.slice(first.from, first.to)) : Buffer.alloc(0);
}

export function stringOf(dictionary: Encryption['value'], text: string, key: string): Buffer | null {
  const value = entryOf(dictionary, key, 'string');
  return value && decodeString(text.slice(value.from, value.to));
}

function md5(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('md5');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

// OpenSSL 3 no longer offers it.
export function rc4(key: Uint8Array, content: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + state[i]! + key[i % key.length]!) & 255;
    [state[i], state[j]] = [state[j]!, state[i]!];
  }
  const result = Buffer.alloc(content.length);
  for (let place = 0, i = 0, j = 0; place < content.length; place += 1) {
    i = (i + 1) & 255;
    j = (j + state[i]!) & 255;
    [state[i], state[j]] = [state[j]!, state[i]!];
    result[place] = content[place]! ^ state[(state[i]! + state[j]!) & 255]!;
  }
  return result;
}
