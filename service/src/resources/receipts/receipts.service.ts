// Detection receipts: what a verification found in exactly these bytes, signed by the service. A
// receipt goes to the caller only. Nothing about the upload is stored or logged for it
// (docs/decisions/0051).
import { createHash } from 'node:crypto';
import { formatContentHash, signMessage, type VerificationResult, verifySignature } from '@content-provenance/engine';
import {
  checkReceipt,
  type ReceiptFindings,
  type ReceiptStatement,
  receiptType,
  writeReceipt,
} from '@content-provenance/engine/receipts';
import type { EnvironmentName } from '../../access/api-keys.ts';
import { release } from '../../release.ts';
import { publishKey, type ReceiptKeys } from './receipt-keys.ts';

export interface ReceiptsParts {
  readonly environment: EnvironmentName;
  readonly publicUrl: string;
  readonly keys: ReceiptKeys;
  /** The newest checkpoint of the transparency log. Null: there is none. */
  latestCheckpoint(): Promise<string | null>;
  readonly now?: () => number;
}

const detector = { name: 'content-provenance-service', version: release } as const;
/** The event loop goes first: a piece takes about 2 ms. */
const hashedAtOnce = 1024 * 1024;

export type ReceiptsService = ReturnType<typeof createReceiptsService>;

export function createReceiptsService(parts: ReceiptsParts) {
  const { environment, publicUrl, keys, latestCheckpoint, now = Date.now } = parts;
  return {
    /** The receipt of a result about this content, which must be the complete upload. */
    async issue(content: Uint8Array, result: Omit<VerificationResult, 'c2pa'>): Promise<string> {
      const checkedAt = new Date(now()).toISOString();
      const { verdict, authentic, tampered, confidence, likeness, token_source, format, signals, reason } = result;
      const statement = {
        type: receiptType,
        service: { url: publicUrl, environment },
        examined: { content_hash: await hashOf(content), bytes: content.length, format },
        verdict,
        authentic,
        tampered,
        confidence,
        likeness,
        token_source,
        signals: { ...signals },
        ...(reason && { reason }),
        provenance: provenanceOf(result),
        checked_at: checkedAt,
        detector,
        log_checkpoint: await latestCheckpoint(),
        nothing_retained: true,
      } as const;
      const { kid, seed } = keys.current;
      return writeReceipt(kid, statement, (message) => signMessage(seed, message));
    },

    publicKeys: () => ({ keys: keys.all.map(publishKey) }),

    check: (receipt: string, contentHash?: string): Promise<ReceiptFindings> =>
      checkReceipt({ receipt, keys: keys.all, contentHash, isExpectedService, verify: verifySignature }),
  };

  /** The key decides: a service that has moved to another URL still knows its earlier receipts. */
  function isExpectedService(named: ReceiptStatement['service'], isSigned: boolean): boolean {
    return isSigned || named.url === publicUrl;
  }
}

function provenanceOf({ provenance }: Pick<VerificationResult, 'provenance'>) {
  if (!provenance) return null;
  const { record_id, org_id, org, signer, model, signed_at, generator_id } = provenance;
  return { record_id, org_id, org, signer: { ...signer }, model, signed_at, generator_id };
}

async function hashOf(content: Uint8Array): Promise<string> {
  const hash = createHash('sha3-256');
  for (let at = 0; at < content.length; at += hashedAtOnce) {
    if (at > 0) await new Promise((resolve) => setImmediate(resolve));
    hash.update(content.subarray(at, at + hashedAtOnce));
  }
  return formatContentHash(hash.digest());
}
