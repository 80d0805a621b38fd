// `@content-provenance/client/signing`: sign with a key that never leaves your machine, verify
// content with its proof bundle, and check detection receipts. Works in browsers and in Node 20 or
// newer.
export { canonicalBytes, canonicalJson } from './signing/canonical-bytes.ts';
export { type Content, hashContent } from './signing/content-hash.ts';
export { hashPicture } from './signing/hash-picture.ts';
export type {
  LogEvidence,
  LogFindings,
  LoggedRecord,
  LogReason,
  RecordProof,
  StatedTime,
  TrustedLogs,
} from './signing/log-evidence.ts';
export { verifySignature } from './signing/ml-dsa.ts';
export { type RecordFields, SigningKey } from './signing/signing-key.ts';
export {
  type BundleFindings,
  type BundleProof,
  type BundleReason,
  type BundleStatement,
  verifyBundle,
} from './signing/verify-bundle.ts';
export {
  type ReceiptFindings,
  type ReceiptProof,
  type ReceiptReason,
  type ReceiptStatement,
  verifyReceipt,
} from './signing/verify-receipt.ts';
export {
  type RecordProofFindings,
  type RecordProofInput,
  type RecordProofReason,
  verifyRecordProof,
} from './signing/verify-record-proof.ts';
