// Keys of signed-note and tlog-cosignature, on Node's own cryptography: the three kinds of
// signatures, their key IDs and their verifier keys.
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

export const kinds = {
  ed25519: { byte: 0x01, keyBytes: 32, signatureBytes: 64, timed: false },
  'ed25519-cosignature': { byte: 0x04, keyBytes: 32, signatureBytes: 64, timed: true },
  'ml-dsa-44': { byte: 0x06, keyBytes: 1312, signatureBytes: 2420, timed: true },
} as const;

export type Kind = keyof typeof kinds;

export interface PublicKey {
  readonly name: string;
  readonly kind: Kind;
  readonly bytes: Buffer;
}

export interface Signer extends PublicKey {
  readonly privateKey: KeyObject;
}

// The bytes in front of a raw key: SPKI and PKCS #8 of RFC 8410 and RFC 9881.
const spki = {
  ed25519: Buffer.from('302a300506032b6570032100', 'hex'),
  mlDsa44: Buffer.from('30820532300b06096086480165030403110382052100', 'hex'),
};
const pkcs8 = {
  ed25519: Buffer.from('302e020100300506032b657004220420', 'hex'),
  mlDsa44: Buffer.from('3034020100300b060960864801650304031104228020', 'hex'),
};

export function keyId({ name, kind, bytes }: PublicKey): Buffer {
  const hash = createHash('sha256').update(`${name}\n`).update(Buffer.of(kinds[kind].byte)).update(bytes);
  return hash.digest().subarray(0, 4);
}

export function verifierKey(key: PublicKey): string {
  const material = Buffer.concat([Buffer.of(kinds[key.kind].byte), key.bytes]);
  return `${key.name}+${keyId(key).toString('hex')}+${material.toString('base64')}`;
}

export function readVerifierKeyText(text: string): PublicKey | null {
  const match = /^([^+\p{White_Space}]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/u.exec(text);
  const material = match && strictBase64(match[3]!);
  if (!match || !material) return null;
  const kind = (Object.keys(kinds) as Kind[]).find((name) => kinds[name].byte === material[0]);
  if (!kind || material.length !== 1 + kinds[kind].keyBytes) return null;
  const key = { name: match[1]!, kind, bytes: material.subarray(1) };
  return keyId(key).toString('hex') === match[2] ? key : null;
}

export function strictBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}

export function signerFrom(name: string, kind: Kind, seed: Buffer): Signer {
  const prefix = kind === 'ml-dsa-44' ? pkcs8.mlDsa44 : pkcs8.ed25519;
  const privateKey = createPrivateKey({ key: Buffer.concat([prefix, seed]), format: 'der', type: 'pkcs8' });
  const encoded = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return { name, kind, privateKey, bytes: encoded.subarray(encoded.length - kinds[kind].keyBytes) };
}

export function signBytes(signer: Signer, message: Uint8Array): Buffer {
  return sign(null, message, signer.privateKey);
}

export function publicKeyObject(kind: Kind, bytes: Buffer): KeyObject {
  const prefix = kind === 'ml-dsa-44' ? spki.mlDsa44 : spki.ed25519;
  return createPublicKey({ key: Buffer.concat([prefix, bytes]), format: 'der', type: 'spki' });
}

export function verifyBytes(key: PublicKey, message: Uint8Array, signature: Uint8Array): boolean {
  if (signature.length !== kinds[key.kind].signatureBytes) return false;
  return verify(null, message, publicKeyObject(key.kind, key.bytes), signature);
}
