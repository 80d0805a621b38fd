// Verifier keys of C2SP signed-note: `name+ID+key`. The ID is a hash of name, type and public key,
// so a text in which they do not match is refused.
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, equalBytes, fromBase64, toBase64, toUtf8 } from './bytes.ts';

export type VerifierKeyType = 'ed25519' | 'ed25519-cosignature' | 'ml-dsa-44';

export interface VerifierKey {
  readonly name: string;
  readonly keyId: number;
  readonly type: VerifierKeyType;
  readonly publicKey: Uint8Array;
}

/** The identifiers of C2SP signed-note, and the sizes of RFC 8032 and FIPS 204. */
const types: readonly { readonly type: VerifierKeyType; readonly id: number; readonly keySize: number }[] = [
  { type: 'ed25519', id: 0x01, keySize: 32 },
  { type: 'ed25519-cosignature', id: 0x04, keySize: 32 },
  { type: 'ml-dsa-44', id: 0x06, keySize: 1_312 },
];

const longestName = 1_024;
const longestVkey = 4_096;

/** A name is not empty, and has no Unicode space, plus or control character. */
export function isKeyName(name: unknown): name is string {
  if (typeof name !== 'string' || name.length > longestName || !name.isWellFormed()) return false;
  return /^[^\p{White_Space}\p{Cc}+]+$/u.test(name);
}

/** Throws if no key can have this name or this public key. */
export function verifierKeyOf(name: string, type: VerifierKeyType, publicKey: Uint8Array): VerifierKey {
  const found = types.find((each) => each.type === type);
  if (!isKeyName(name)) throw new TypeError(`No key can have the name ${JSON.stringify(name)}.`);
  if (!found || !isPublicKey(publicKey, found.keySize)) throw new TypeError(`The key ${name} is not of type ${type}.`);
  const hash = sha256(concatBytes([toUtf8(`${name}\n`), Uint8Array.of(found.id), publicKey]));
  return { name, keyId: new DataView(hash.buffer, hash.byteOffset).getUint32(0), type, publicKey };
}

export function writeVerifierKey({ name, keyId, type, publicKey }: VerifierKey): string {
  const { id } = types.find((each) => each.type === type)!;
  return `${name}+${writeKeyId(keyId)}+${toBase64(concatBytes([Uint8Array.of(id), publicKey]))}`;
}

/** Null unless the text is exactly what writeVerifierKey writes. */
export function readVerifierKey(vkey: string): VerifierKey | null {
  if (typeof vkey !== 'string' || vkey.length > longestVkey) return null;
  const parts = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(vkey);
  const bytes = parts && fromBase64(parts[3]);
  const found = bytes && types.find(({ id }) => id === bytes[0]);
  if (!found || !isKeyName(parts[1]) || !isPublicKey(bytes.subarray(1), found.keySize)) return null;
  const key = verifierKeyOf(parts[1], found.type, bytes.slice(1));
  return writeKeyId(key.keyId) === parts[2] ? key : null;
}

export function sameVerifierKey(left: VerifierKey, right: VerifierKey): boolean {
  return (
    left.name === right.name &&
    left.keyId === right.keyId &&
    left.type === right.type &&
    equalBytes(left.publicKey, right.publicKey)
  );
}

function isPublicKey(bytes: Uint8Array, size: number): boolean {
  if (bytes.length !== size) return false;
  return size !== 32 || isPrimeOrderPoint(bytes);
}

/**
 * Ed25519 programs disagree about other points: some accept signatures with them, and some do not.
 * Points of small order even verify signatures that nobody made.
 */
export function isPrimeOrderPoint(bytes: Uint8Array): boolean {
  if (!ed25519.utils.isValidPublicKey(bytes, false)) return false;
  const point = ed25519.Point.fromBytes(bytes);
  return !point.isSmallOrder() && point.isTorsionFree();
}

function writeKeyId(keyId: number): string {
  return keyId.toString(16).padStart(8, '0');
}
