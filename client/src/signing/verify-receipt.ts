// Checks a detection receipt without any request (docs/decisions/0051): the service signed it, and
// it is for this file.
import {
  checkReceipt,
  type ReceiptFindings as EngineFindings,
  type ReceiptStatement as EngineStatement,
} from '@content-provenance/engine/receipts';
import type { Answer } from '../operation.ts';
import { fromBase64 } from './bytes.ts';
import { verifySignature } from './ml-dsa.ts';

export type ReceiptFindings = Answer<'POST /v1/receipts/check'>;
export type ReceiptReason = NonNullable<ReceiptFindings['reason']>;
export type ReceiptStatement = NonNullable<ReceiptFindings['statement']>;

export interface ReceiptProof {
  /** The unchanged text. */
  readonly receipt: string;
  /** The response of `client.receipts.keys()`, also one that you saved earlier. */
  readonly keys: { readonly keys: readonly { readonly kid: string; readonly key: string }[] };
  /**
   * From `hashContent`: the hash of the complete file. If you set it, the receipt must be for it.
   */
  readonly contentHash?: string | undefined;
  /** If you set it, the receipt must name the service at this URL. */
  readonly serviceUrl?: string | undefined;
}

export async function verifyReceipt({
  receipt,
  keys,
  contentHash,
  serviceUrl,
}: ReceiptProof): Promise<ReceiptFindings> {
  const readable = keys.keys.flatMap(({ kid, key }) => {
    const publicKey = fromBase64(key);
    return publicKey ? [{ kid, publicKey }] : [];
  });
  const isExpectedService =
    serviceUrl === undefined
      ? undefined
      : ({ url }: EngineStatement['service']) => withoutSlash(url) === withoutSlash(serviceUrl);
  const findings: EngineFindings = await checkReceipt({
    receipt,
    keys: readable,
    contentHash,
    isExpectedService,
    verify: verifySignature,
  });
  return findings as ReceiptFindings;
}

function withoutSlash(url: string): string {
  return url.replace(/\/$/, '');
}
