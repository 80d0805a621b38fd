// A private key as a file: PKCS #8 in PEM with only the seed (RFC 9881 §6). OpenSSL 3.5 and Node
// 24.6 read it too. Files with the seed and the expanded key, as those programs write them, also
// work.
import { concatenate, encodeText, fromBase64, toBase64 } from './bytes.ts';

export const seedSize = 32;
const marks = ['-----BEGIN PRIVATE KEY-----', '-----END PRIVATE KEY-----'] as const;
// version 0, id-ml-dsa-65. The OCTET STRING with the key follows.
const algorithm = [0x02, 0x01, 0x00, 0x30, 0x0b, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x03, 0x12];
const seedOnly = Uint8Array.from([0x30, 0x34, ...algorithm, 0x04, 0x22, 0x80, 0x20]);
// SEQUENCE { OCTET STRING seed, OCTET STRING expandedKey }. The expanded key has 4,032 bytes.
const seedAndKey = Uint8Array.from([
  ...[0x30, 0x82, 0x0f, 0xfe, ...algorithm, 0x04, 0x82, 0x0f, 0xea, 0x30, 0x82, 0x0f, 0xe6, 0x04, 0x20],
]);

export function seedToDer(seed: Uint8Array): Uint8Array {
  if (seed.length !== seedSize) throw new RangeError(`A seed has ${seedSize} bytes, not ${seed.length}.`);
  return concatenate(seedOnly, seed);
}

export function writePrivateKey(seed: Uint8Array): string {
  return `${marks[0]}\n${toBase64(seedToDer(seed)).replaceAll(/.{64}/g, '$&\n')}\n${marks[1]}\n`;
}

export function readPrivateKey(pem: string): Uint8Array {
  const lines = pem.trim().split(/\s*\n\s*/);
  const der = lines[0] === marks[0] && lines.at(-1) === marks[1] ? fromBase64(lines.slice(1, -1).join('')) : null;
  const head = der && [seedOnly, seedAndKey].find((each) => each.every((byte, place) => der[place] === byte));
  if (!der || !head) throw new TypeError('This is not an ML-DSA-65 private key in PEM (PKCS #8 with seed).');
  return der.slice(head.length, head.length + seedSize);
}

/** The purpose is part of the input, so that one seed never gives two things the same name. */
export function seededWith(seed: Uint8Array, purpose: string): Uint8Array {
  return concatenate(seed, encodeText(purpose));
}
