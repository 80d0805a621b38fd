// Content as it is compared with a record. The engine's own code decides, the same as on the service: a file is authentic only
// if it is, byte for byte, one that the service delivers for the record.
import { type DeliveryChecks, Reconstruction, type SignedContent } from '@content-provenance/engine';

export interface CanonicalContent {
  /** Of what is signed: the file without the token container, where that is exactly as signing writes it. */
  readonly contentHash: string;
  /** The token in that container; null where there is none. */
  readonly token: string | null;
  /** Asked by `verifyBundle`. */
  isDelivered(record: SignedContent, checks: DeliveryChecks): Promise<boolean>;
}

export async function readCanonical(content: Uint8Array): Promise<CanonicalContent> {
  const reconstruction = new Reconstruction(Buffer.from(content.buffer, content.byteOffset, content.byteLength));
  return {
    contentHash: reconstruction.contentHash,
    token: reconstruction.token,
    isDelivered: (record, checks) => reconstruction.isDelivered(record, checks),
  };
}
