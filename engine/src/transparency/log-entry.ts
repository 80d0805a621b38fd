// The entries of our log, 82 bytes each:
//   0 version, always 1 | 1 kind | 2–17 nonce | 18–49 tag | 50–81 commitment
// An entry reveals nothing. The tag shows an organization its own entries: it is an HMAC-SHA-256 of
// the nonce under its monitoring key. The commitment is the SHA-256 of the opening as canonical
// JSON. The salt of an opening stops guesses.
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { canonicalJson } from '../signatures/canonical-json.ts';
import { concatBytes, equalBytes, hashSize, isHash, readHash, toUtf8 } from './bytes.ts';

export const openingType = 'content-provenance-log-entry/1';
export const entrySize = 82;
const version = 1;
const nonceSize = 16;

/** The byte of each kind. */
const kindBytes = { record: 1, generator_revoked: 2, key_retired: 3 } as const;
export type EntryKind = keyof typeof kindBytes;

export interface LogEntry {
  readonly kind: EntryKind;
  readonly nonce: Uint8Array;
  readonly tag: Uint8Array;
  readonly commitment: Uint8Array;
}

export type RecordOpening = {
  readonly type: typeof openingType;
  readonly kind: 'record';
  readonly record_id: string;
  readonly content_hash: string;
  readonly generator_id: string;
  readonly kid: string;
  readonly signed_at: string;
  /** 32 bytes in base64, as in every opening. */
  readonly salt: string;
};

export type GeneratorRevokedOpening = {
  readonly type: typeof openingType;
  readonly kind: 'generator_revoked';
  readonly generator_id: string;
  readonly time: string;
  readonly salt: string;
};

export type KeyRetiredOpening = {
  readonly type: typeof openingType;
  readonly kind: 'key_retired';
  readonly generator_id: string;
  readonly kid: string;
  readonly time: string;
  readonly salt: string;
};

export type Opening = RecordOpening | GeneratorRevokedOpening | KeyRetiredOpening;

const fieldsOf: Readonly<Record<EntryKind, readonly string[]>> = {
  record: ['type', 'kind', 'record_id', 'content_hash', 'generator_id', 'kid', 'signed_at', 'salt'],
  generator_revoked: ['type', 'kind', 'generator_id', 'time', 'salt'],
  key_retired: ['type', 'kind', 'generator_id', 'kid', 'time', 'salt'],
};

/** Throws if the opening has other fields, so that nothing is committed to by accident. */
export function commitmentOf(opening: Opening): Uint8Array {
  if (!readOpening(opening)) throw new TypeError('An opening has exactly the fields of its kind, all of them texts.');
  return sha256(toUtf8(canonicalJson(opening)));
}

/** Null unless the value has exactly the fields of an opening. */
export function readOpening(value: unknown): Opening | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const fields = Object.entries(value);
  const { type, kind, salt } = value as Partial<Opening>;
  if (type !== openingType || typeof kind !== 'string' || !Object.hasOwn(kindBytes, kind) || !readHash(salt)) {
    return null;
  }
  const names = fieldsOf[kind];
  if (fields.length !== names.length || Reflect.ownKeys(value).length !== names.length) return null;
  const areTexts = fields.every(
    ([name, text]) => names.includes(name) && typeof text === 'string' && text.isWellFormed(),
  );
  return areTexts ? (Object.fromEntries(fields) as Opening) : null;
}

export function writeEntry({ kind, nonce, tag, commitment }: LogEntry): Uint8Array {
  if (nonce.length !== nonceSize || !isHash(tag) || !isHash(commitment)) {
    throw new RangeError('An entry has a nonce of 16 bytes, a tag of 32 and a commitment of 32.');
  }
  return concatBytes([Uint8Array.of(version, kindBytes[kind]), nonce, tag, commitment]);
}

/** Null for every other version or kind. */
export function readEntry(bytes: Uint8Array): LogEntry | null {
  if (!(bytes instanceof Uint8Array) || bytes.length !== entrySize || bytes[0] !== version) return null;
  const kind = (Object.keys(kindBytes) as EntryKind[]).find((each) => kindBytes[each] === bytes[1]);
  if (!kind) return null;
  const tagAt = 2 + nonceSize;
  const commitmentAt = tagAt + hashSize;
  return {
    kind,
    nonce: bytes.slice(2, tagAt),
    tag: bytes.slice(tagAt, commitmentAt),
    commitment: bytes.slice(commitmentAt),
  };
}

export function tagOf(monitoringKey: Uint8Array, nonce: Uint8Array): Uint8Array {
  return hmac(sha256, monitoringKey, nonce);
}

/** Takes an entry or its bytes. */
export function isTaggedBy(entry: LogEntry | Uint8Array, monitoringKey: Uint8Array): boolean {
  const read = entry instanceof Uint8Array ? readEntry(entry) : entry;
  return read !== null && equalBytes(read.tag, tagOf(monitoringKey, read.nonce));
}

/** Whether the entry commits to exactly this opening. Takes an entry or its bytes. */
export function opensEntry(entry: LogEntry | Uint8Array, opening: unknown): boolean {
  const read = entry instanceof Uint8Array ? readEntry(entry) : entry;
  const known = readOpening(opening);
  return read !== null && known?.kind === read.kind && equalBytes(read.commitment, commitmentOf(known));
}
