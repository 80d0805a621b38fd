// Test support: an authority with a P-256 root, and a leaf that signs claims under it.
import { generateKeyPairSync, type KeyObject, sign as signWith } from 'node:crypto';
import { issueCertificate } from '../src/c2pa/certificate/issue-certificate.ts';

const rootName = { country: 'DE', organization: 'Test Authority', commonName: 'Test Root' };
const day = 24 * 60 * 60 * 1000;

export interface P256Leaf {
  readonly root: Uint8Array;
  readonly leaf: Uint8Array;
  /** ES256, as COSE requires it. */
  sign(message: Uint8Array): Promise<Uint8Array>;
}

/** days: until the leaf expires. */
export async function makeP256Leaf(organization = 'Acme Pictures', days = 300): Promise<P256Leaf> {
  const [rootKey, key] = [makeKey(), makeKey()];
  const shared = {
    keys: 'p-256' as const,
    issuer: rootName,
    issuerPublicKey: rootKey.point,
    notBefore: new Date(Date.now() - 10 * day),
    notAfter: new Date(Date.now() + 300 * day),
  };
  const issue = async (message: Uint8Array) => signWith('sha256', message, rootKey.privateKey);
  const root = await issueCertificate(
    { ...shared, subject: rootName, publicKey: rootKey.point, use: 'authority' },
    issue,
  );
  const subject = { country: 'DE', organization, commonName: 'Signer' };
  const notAfter = new Date(Date.now() + days * day);
  const leaf = await issueCertificate({ ...shared, notAfter, subject, publicKey: key.point, use: 'claims' }, issue);
  return {
    root,
    leaf,
    sign: async (message) => signWith('sha256', message, { key: key.privateKey, dsaEncoding: 'ieee-p1363' }),
  };
}

function makeKey(): { privateKey: KeyObject; point: Uint8Array } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')]);
  return { privateKey, point };
}
