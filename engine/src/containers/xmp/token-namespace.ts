// The names of a token in XMP: property `Token` in our unregistered namespace. exiftool shows
// it as XMP-provenance:Token. A token is `svc_` and 47 characters of base64url
// (signatures/token.ts).

export const namespaces = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  provenance: 'urn:content-provenance:v1#',
} as const;

export const tokenForm = 'svc_[A-Za-z0-9_-]{47}';
const wholeToken = new RegExp(`^${tokenForm}$`);

export function isToken(text: string): boolean {
  return wholeToken.test(text);
}
