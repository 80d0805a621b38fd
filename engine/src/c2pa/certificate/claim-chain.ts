// Reads the certificate chain that an organization sends for its own key: PEM, leaf first. The
// checks are those of C2PA readers, so that a manifest does not turn out invalid elsewhere. OpenSSL
// parses and verifies; every fault is a sentence.
import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { ClaimAlgorithm } from '../manifest/cose-sign1.ts';
import { algorithmOf, findProfileFault } from './certificate-profile.ts';
import { DerError } from './read-der.ts';
import { isValidAt } from './validity.ts';

export interface ClaimChain {
  readonly algorithm: Exclude<ClaimAlgorithm, 'ML-DSA-65'>;
  /** DER. The leaf comes first; a self-signed root is left out. */
  readonly certificates: readonly Uint8Array[];
  readonly subject: string;
  readonly issuer: string;
  readonly serialNumber: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

export interface Fault {
  readonly fault: string;
}

const certificateBlock = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]*-----END CERTIFICATE-----/g;
const mostCertificates = 6;

export function readClaimChain(pem: string, time: Date): ClaimChain | Fault {
  const blocks = pem.match(certificateBlock) ?? [];
  if (blocks.length === 0)
    return { fault: 'There is no certificate in it. Send PEM, the certificate of your key first.' };
  if (blocks.length > mostCertificates) return { fault: `There are more than ${mostCertificates} certificates in it.` };
  try {
    const chain = blocks.map((block) => new X509Certificate(block));
    const fault = findProfileFault(chain[0]!, time) ?? findLinkFault(chain, time);
    return fault === null ? describe(chain) : { fault };
  } catch (problem) {
    if (problem instanceof DerError || isFromOpenSsl(problem)) return { fault: 'A certificate in it cannot be read.' };
    throw problem;
  }
}

/** The private key of a chain; PEM without a passphrase. */
export function readClaimKey(pem: string): KeyObject | Fault {
  if (/ENCRYPTED/.test(pem)) return { fault: 'The key is encrypted. Remove its passphrase: openssl pkey -in key.pem' };
  try {
    return createPrivateKey(pem);
  } catch (problem) {
    if (isFromOpenSsl(problem)) return { fault: 'It is not a private key in PEM.' };
    throw problem;
  }
}

export function isKeyOf(key: KeyObject, { certificates }: ClaimChain): boolean {
  return createPublicKey(key).equals(new X509Certificate(certificates[0]!).publicKey);
}

const noIssuer =
  'The certificate of the issuer is missing. Send it after the one of your key, also if it is a root: the chain is then checked.';

function findLinkFault(chain: readonly X509Certificate[], time: Date): string | null {
  if (chain.length === 1) return noIssuer;
  for (const [place, issuer] of chain.slice(1).entries()) {
    const issued = chain[place]!;
    const name = `Certificate ${place + 2}`;
    if (!issued.checkIssued(issuer) || !issued.verify(issuer.publicKey))
      return `${name} did not issue the one before it. Send the chain in order, the certificate of your key first.`;
    if (!issuer.ca) return `${name} is not one of an authority.`;
    if (!isValidAt(issuer, time)) return `${name} is not valid now.`;
  }
  return null;
}

function describe(chain: readonly X509Certificate[]): ClaimChain {
  const leaf = chain[0]!;
  return {
    algorithm: algorithmOf(leaf)!,
    certificates: chain.filter((each) => !each.checkIssued(each)).map(({ raw }) => new Uint8Array(raw)),
    subject: oneLine(leaf.subject),
    issuer: oneLine(leaf.issuer),
    serialNumber: leaf.serialNumber.toLowerCase(),
    notBefore: leaf.validFromDate,
    notAfter: leaf.validToDate,
  };
}

/** `C=DE, O=…, CN=…` */
function oneLine(name: string): string {
  return name.split('\n').join(', ');
}

function isFromOpenSsl(problem: unknown): boolean {
  const { code } = problem as NodeJS.ErrnoException;
  return typeof code === 'string' && /^ERR_(OSSL|CRYPTO|INVALID_ARG)/.test(code);
}
