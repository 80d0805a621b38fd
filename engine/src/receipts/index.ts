// The entry `@content-provenance/engine/receipts`: how a detection receipt is written, read and
// checked. It runs in browsers and in Node 20, so it imports no other part of the engine except
// canonical JSON. Signing and hashing are the caller's.
export {
  checkReceipt,
  type ReceiptCheck,
  type ReceiptFindings,
  type ReceiptKey,
  type ReceiptReason,
  receiptReasons,
} from './check-receipt.ts';
export { largestReceipt, type OpenedReceipt, readReceipt, writeReceipt } from './receipt.ts';
export { type ReceiptStatement, receiptType } from './receipt-statement.ts';
