// The form of an API key: prefix, 36 random characters, 6 characters of checksum. The checksum
// reveals a mistyped or invented key without a query, and the prefix tells the environment.
import { createHmac, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

export type EnvironmentName = 'live' | 'sandbox';

const prefixes: Readonly<Record<EnvironmentName, string>> = { live: 'svc_key_', sandbox: 'svc_test_key_' };
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^36 is over 2^214. */
const randomLength = 36;
const checksumLength = 6;

export function makeApiKey(environment: EnvironmentName): string {
  const secret = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  const start = prefixes[environment] + secret;
  return start + checksumOf(start);
}

/** Whether a credential looks like an API key of any environment, and not like a session token. */
export function looksLikeApiKey(credential: string): boolean {
  return credential.startsWith(prefixes.live) || credential.startsWith(prefixes.sandbox);
}

/** Whether a key belongs to this environment and its checksum is right. */
export function isWellFormedApiKey(key: string, environment: EnvironmentName): boolean {
  const prefix = prefixes[environment];
  if (!key.startsWith(prefix) || key.length !== prefix.length + randomLength + checksumLength) return false;
  return key.slice(-checksumLength) === checksumOf(key.slice(0, -checksumLength));
}

/**
 * Keyed, so that a stolen database alone reveals nothing about keys. Keys are found by this hash,
 * never compared in the clear.
 */
export function hashApiKey(key: string, pepper: Uint8Array): string {
  return createHmac('sha256', pepper).update(key).digest('base64url');
}

/** What lists show: enough to recognize the key, too little to use it. */
export function previewOf(key: string): string {
  const end = key.indexOf('key_') + 'key_'.length;
  return `${key.slice(0, end + 4)}…${key.slice(-4)}`;
}

function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < checksumLength; place += 1) {
    digits = alphabet[rest % alphabet.length] + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
}
