// The compact token of a record (settled point 3): `svc_` + unpadded base64url of these 35 bytes,
// 51 characters in all:
//   0 version, always 1 | 1 environment | 2 key id | 3–18 the record's UUID |
//   19–34 MAC of bytes 0–18
// The MAC is HMAC-SHA-256 cut to 128 bits (RFC 2104 §5) under the service key of that id. Keys
// rotate: new tokens carry the active key's id, and older ones stay valid for as long as their key
// stays in the ring.
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

export type TokenEnvironment = 'live' | 'sandbox';

export type TokenKeyring = {
  readonly environment: TokenEnvironment;
  readonly activeKeyId: number;
  readonly keys: ReadonlyMap<number, KeyObject>;
};

export type DecodedToken =
  | { readonly status: 'valid'; readonly recordId: string }
  | { readonly status: 'malformed' }
  | { readonly status: 'forged' };

const prefix = 'svc_';
// The first character after the prefix depends only on the version: 1 gives `A`. Versions 0x90–0x93
// would give the `k` of `svc_key_` and 0xb4–0xb7 the `t` of `svc_test_key_`. Never assign them.
const version = 1;
const environmentBytes = { live: 1, sandbox: 2 } as const satisfies Record<TokenEnvironment, number>;

const headerSize = 3;
const authenticatedSize = headerSize + 16;
const macSize = 16;
const tokenLength = prefix.length + Math.ceil(((authenticatedSize + macSize) * 4) / 3);
const smallestKeySize = 32;
const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function createTokenKeyring(
  environment: TokenEnvironment,
  activeKeyId: number,
  secrets: ReadonlyMap<number, Uint8Array>,
): TokenKeyring {
  const keys = new Map<number, KeyObject>();
  for (const [id, secret] of secrets) {
    if (!Number.isInteger(id) || id < 0 || id > 255) throw new RangeError(`A token key id is 0 to 255, not ${id}.`);
    if (secret.length < smallestKeySize) throw new RangeError(`Token key ${id} is shorter than 32 bytes.`);
    keys.set(id, createSecretKey(secret));
  }
  if (!keys.has(activeKeyId)) throw new RangeError(`The active token key ${activeKeyId} is not in the ring.`);
  return { environment, activeKeyId, keys };
}

export function encodeToken(keyring: TokenKeyring, recordId: string): string {
  if (!uuidForm.test(recordId)) throw new TypeError('A record id is a UUID in lowercase.');
  const header = Buffer.from([version, environmentBytes[keyring.environment], keyring.activeKeyId]);
  const authenticated = Buffer.concat([header, Buffer.from(recordId.replaceAll('-', ''), 'hex')]);
  const mac = macOf(authenticated, keyring.keys.get(keyring.activeKeyId)!);
  return prefix + Buffer.concat([authenticated, mac]).toString('base64url');
}

/**
 * Never throws, for any input. A token of the other environment counts as forged here, even if a
 * known key signed it.
 */
export function decodeToken(keyring: TokenKeyring, text: unknown): DecodedToken {
  const bytes = decodeText(text);
  if (!bytes || bytes[0] !== version) return { status: 'malformed' };
  const key = keyring.keys.get(bytes[2]!);
  if (bytes[1] !== environmentBytes[keyring.environment] || !key) return { status: 'forged' };
  const authenticated = bytes.subarray(0, authenticatedSize);
  if (!timingSafeEqual(macOf(authenticated, key), bytes.subarray(authenticatedSize))) return { status: 'forged' };
  return { status: 'valid', recordId: formatUuid(bytes.subarray(headerSize, authenticatedSize)) };
}

// Node's decoder accepts padding, the other alphabet and stray trailing bits. Only the exact text
// that we would write is accepted, so that a token has no second spelling.
function decodeText(text: unknown): Buffer | undefined {
  if (typeof text !== 'string' || text.length !== tokenLength) return undefined;
  const bytes = Buffer.from(text.slice(prefix.length), 'base64url');
  return prefix + bytes.toString('base64url') === text ? bytes : undefined;
}

function macOf(authenticated: Uint8Array, key: KeyObject): Buffer {
  return createHmac('sha256', key).update(authenticated).digest().subarray(0, macSize);
}

function formatUuid(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
