// What a check of a receipt says. The service and the SDK use the same function, so that they
// cannot disagree.
import { readReceipt } from './receipt.ts';
import type { ReceiptStatement } from './receipt-statement.ts';

export const receiptReasons = [
  'receipt_malformed',
  'receipt_key_unknown',
  'receipt_signature_invalid',
  'receipt_for_other_content',
  'receipt_from_other_service',
] as const;
export type ReceiptReason = (typeof receiptReasons)[number];

export interface ReceiptKey {
  readonly kid: string;
  /** The raw public key. */
  readonly publicKey: Uint8Array;
}

export interface ReceiptCheck {
  readonly receipt: string;
  readonly keys: readonly ReceiptKey[];
  /** If it is given, the receipt must be for content with this hash. */
  readonly contentHash?: string | undefined;
  /**
   * Whether the receipt names the expected service. Default: any service with these keys. isSigned:
   * one of the keys signed it. Otherwise the name only explains the refusal.
   */
  readonly isExpectedService?: ((named: ReceiptStatement['service'], isSigned: boolean) => boolean) | undefined;
  verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): Promise<boolean>;
}

export interface ReceiptFindings {
  readonly valid: boolean;
  /** Present if `valid` is false. */
  readonly reason?: ReceiptReason;
  /** What the service signed. Null unless the signature is valid. */
  readonly statement: ReceiptStatement | null;
}

export async function checkReceipt({
  receipt,
  keys,
  contentHash,
  isExpectedService = () => true,
  verify,
}: ReceiptCheck): Promise<ReceiptFindings> {
  const opened = readReceipt(receipt);
  if (!opened) return refused('receipt_malformed');
  const { kid, statement, signed, signature } = opened;
  const known = keys.filter((key) => key.kid === kid);
  const isSigned = await isSignedByOneOf(known);
  // Each environment has a key of the same name.
  if (!isExpectedService(statement.service, isSigned))
    return { ...refused('receipt_from_other_service'), statement: isSigned ? statement : null };
  if (!isSigned) return refused(known.length === 0 ? 'receipt_key_unknown' : 'receipt_signature_invalid');
  if (contentHash !== undefined && contentHash !== statement.examined.content_hash)
    return { ...refused('receipt_for_other_content'), statement };
  return { valid: true, statement };

  async function isSignedByOneOf(candidates: readonly ReceiptKey[]): Promise<boolean> {
    for (const { publicKey } of candidates) if (await verify(publicKey, signed, signature)) return true;
    return false;
  }
}

function refused(reason: ReceiptReason): ReceiptFindings {
  return { valid: false, reason, statement: null };
}
