// Domain names as people write them, in one form: lowercase, internationalized labels in punycode.
// A name that is not a public host is refused with a reason.
import { isIP } from 'node:net';
import { domainToASCII, domainToUnicode } from 'node:url';

const longestName = 253;
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/**
 * Top-level domains that no public name has (RFC 6761, 6762, 7686, 8375, 9476; ICANN: internal).
 */
const notPublic = new Set(['localhost', 'local', 'internal', 'onion', 'arpa', 'invalid', 'alt']);
/**
 * Nobody registers these under a country's domain: `bbc.co.uk` is a separate name, like `bbc.com`.
 */
const sharedSecondLevels = new Set([
  'ac',
  'co',
  'com',
  'edu',
  'go',
  'gob',
  'gouv',
  'gov',
  'govt',
  'ne',
  'net',
  'or',
  'org',
]);

export type ReadDomain = { readonly domain: string } | { readonly fault: string };

/** The fault completes the sentence "domain …". */
export function readDomain(text: string): ReadDomain {
  const given = text.trim();
  if (/[\s/\\:?#@%[\]]/.test(given)) {
    return { fault: 'must be only a domain name, such as lumen.example, without a scheme, port or path' };
  }
  const domain = domainToASCII(given).replace(/\.$/, '');
  if (isIP(domain) !== 0) return { fault: 'must be a domain name, not an IP address' };
  const labels = domain.split('.');
  // Punycode that cannot be decoded comes back unchanged.
  const isDecoded = !/(^|\.)xn--/.test(domainToUnicode(domain));
  if (domain.length > longestName || !isDecoded || !labels.every((each) => label.test(each))) {
    return {
      fault: 'must be a domain name such as lumen.example: letters, digits and hyphens, at most 253 characters',
    };
  }
  const last = labels.at(-1)!;
  if (labels.length < 2 || (labels.length === 2 && isSharedSecondLevel(labels))) {
    return { fault: 'must be a complete domain name such as lumen.example, not only its ending' };
  }
  if (notPublic.has(last)) return { fault: `must be a public domain name. Names under .${last} are not public` };
  return { domain };
}

/**
 * Names that the proof of a domain gives: the domain, and the registered label, such as `lumen` of
 * `lumen.example`.
 */
export function namesOfDomain(domain: string): readonly string[] {
  const unicode = domainToUnicode(domain);
  const labels = unicode.split('.');
  // The owner of the domain chooses the labels below it: `reuters.evil.example` does not give
  // anyone the name Reuters.
  const registered = labels.length === 2 || (labels.length === 3 && isSharedSecondLevel(labels.slice(1)));
  return registered ? [unicode, labels[0]!] : [unicode];
}

/** The domain that a name states. Undefined if it does not look like a domain name. */
export function domainStatedBy(name: string): string | undefined {
  const plain = name.normalize('NFKC').replaceAll('。', '.').trim();
  if (!/^[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)*\.(?:\p{L}[\p{L}\p{M}]+|xn--[a-z0-9-]+)\.?$/iu.test(plain))
    return undefined;
  const read = readDomain(plain);
  return 'domain' in read ? read.domain : undefined;
}

function isSharedSecondLevel([second, last]: readonly string[]): boolean {
  return last!.length === 2 && sharedSecondLevels.has(second!);
}
