// SHA256SUMS, its signature with ML-DSA-65, and the check of a downloaded release: the signature,
// every checksum, and that there is no file besides.
import { createPublicKey } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SigningKey, verifySignature } from '@content-provenance/client/signing';
import { hashFile } from './oci-archive.ts';

export const names = {
  sums: 'SHA256SUMS',
  otherSums: 'SHA3-256SUMS',
  signature: 'SHA256SUMS.sig',
  publicKey: 'release-key.pub.pem',
};
/** RFC 9881: SubjectPublicKeyInfo ends with the raw key. */
const publicKeyBytes = 1952;

/** Checksums of everything in the folder. SHA3-256SUMS is a line of SHA256SUMS. */
export async function writeChecksums(folder: string): Promise<void> {
  writeFileSync(join(folder, names.otherSums), await sumsOf(folder, readdirSync(folder), 'sha3-256'));
  writeFileSync(join(folder, names.sums), await sumsOf(folder, readdirSync(folder), 'sha256'));
}

export async function signChecksums(folder: string, key: SigningKey): Promise<void> {
  writeFileSync(join(folder, names.signature), await key.sign(readFileSync(join(folder, names.sums))));
  const jwk = { kty: 'AKP', alg: 'ML-DSA-65', pub: Buffer.from(key.publicKey).toString('base64url') };
  const pem = createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
  writeFileSync(join(folder, names.publicKey), pem);
}

/** What is wrong with a release, one sentence each. Empty if nothing is. */
export async function findFaults(folder: string, publicKeyPem: string): Promise<string[]> {
  const absent = [names.sums, names.signature].filter((name) => !existsSync(join(folder, name)));
  if (absent.length > 0) return absent.map((name) => `${name} is missing.`);
  const sums = readFileSync(join(folder, names.sums));
  const publicKey = readPublicKey(publicKeyPem);
  if (!publicKey) return ['The public key is not an ML-DSA-65 key in PEM.'];
  // Without it, the checksums prove nothing, so they are not compared.
  if (!(await verifySignature(publicKey, sums, readFileSync(join(folder, names.signature)))))
    return [`${names.signature} is not a signature of ${names.sums} by this key.`];
  const faults: string[] = [];
  const listed = new Set<string>([names.sums, names.signature, names.publicKey]);
  for (const line of sums.toString().trimEnd().split('\n')) {
    const [, sum, name] = /^([0-9a-f]{64}) {2}([\w.+@-]+)$/.exec(line) ?? [];
    if (!sum || !name) faults.push(`${names.sums} has a line that is not a checksum: ${JSON.stringify(line)}`);
    else {
      listed.add(name);
      if (!existsSync(join(folder, name))) faults.push(`${name} is missing.`);
      else if ((await hashFile(join(folder, name), 'sha256')) !== sum) faults.push(`${name} is not what was signed.`);
    }
  }
  // It is not in the list, and people can keep it for the next release.
  const besides = join(folder, names.publicKey);
  if (existsSync(besides) && !isKey(readFileSync(besides, 'utf8'), publicKey))
    faults.push(`${names.publicKey} is not the key that you named.`);
  const others = readdirSync(folder).filter((name) => !listed.has(name));
  return [...faults, ...others.map((name) => `${name} is not listed in ${names.sums}.`)];
}

async function sumsOf(folder: string, files: readonly string[], algorithm: 'sha256' | 'sha3-256'): Promise<string> {
  const lines: string[] = [];
  for (const name of files.toSorted()) lines.push(`${await hashFile(join(folder, name), algorithm)}  ${name}\n`);
  return lines.join('');
}

function isKey(pem: string, expected: Uint8Array): boolean {
  const key = readPublicKey(pem);
  return key !== undefined && Buffer.from(key).equals(expected);
}

function readPublicKey(pem: string): Uint8Array | undefined {
  try {
    const key = createPublicKey(pem);
    const type = key.asymmetricKeyType as string;
    if (type !== 'ml-dsa-65') return undefined;
    return new Uint8Array(key.export({ type: 'spki', format: 'der' }).subarray(-publicKeyBytes));
  } catch {
    return undefined;
  }
}
