// `@content-provenance/client/signing`: signing with a key that never leaves the caller, and proving content by its bundle. Works in
// Node from 20 on and in browsers.
export { canonicalBytes, canonicalJson } from './signing/canonical-bytes.ts';
export { type Content, hashContent } from './signing/content-hash.ts';
export { hashPicture } from './signing/hash-picture.ts';
export { verifySignature } from './signing/ml-dsa.ts';
export { type RecordFields, SigningKey } from './signing/signing-key.ts';
export {
  type BundleFindings,
  type BundleProof,
  type BundleReason,
  type BundleStatement,
  verifyBundle,
} from './signing/verify-bundle.ts';
