// Reads content to compare it with a record, with the same engine code as the service. A file is
// authentic only if it is, byte for byte, one that the service delivers for the record.
import { Reconstruction } from '@content-provenance/engine';
import type { DeliveredRecord, DeliveryChecks } from '../signing/verify-bundle.ts';

export interface CanonicalContent {
  /** Hash of the canonical content: the file without its token container. */
  readonly contentHash: string;
  /** The token in that container. null: none. */
  readonly token: string | null;
  /** `verifyBundle` calls this. */
  isDelivered(record: DeliveredRecord, checks: DeliveryChecks): Promise<boolean>;
}

export async function readCanonical(content: Uint8Array): Promise<CanonicalContent> {
  const reconstruction = new Reconstruction(Buffer.from(content.buffer, content.byteOffset, content.byteLength));
  return {
    contentHash: reconstruction.contentHash,
    token: reconstruction.token,
    isDelivered: (record, checks) => reconstruction.isDelivered(record, checks),
  };
}
