// What the pages need to check a receipt in the browser. It is part of
// `@content-provenance/client/signing`, without the code that hashes pictures.
export { hashContent } from './signing/content-hash.ts';
export {
  type ReceiptFindings,
  type ReceiptReason,
  type ReceiptStatement,
  verifyReceipt,
} from './signing/verify-receipt.ts';
