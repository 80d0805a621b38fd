// The checks of a delivery that the service itself can make, because it knows its tokens and
// certificates.
import { isSignedUnder } from './c2pa/certificate/certificate-chain.ts';
import type { KnownRecord, ManifestIndex, TokenIndex } from './ports.ts';
import type { DeliveryChecks, SignedContent } from './reconstruction.ts';

/** certificateRoots: in DER. */
export function serviceChecks(
  certificateRoots: readonly Uint8Array[],
  ports: TokenIndex & ManifestIndex,
): DeliveryChecks {
  return {
    isTokenOf: async (token, recordId) => (await ports.findTokenRecordId(token)) === recordId,
    isManifestSignature: async (signature) => isSignedUnder(certificateRoots, signature),
    isManifestDelivery: (recordId, fileHash) => ports.isManifestDelivery(recordId, fileHash),
  };
}

export function signedContentOf({ signedPayload, provenance, exactFormat, mode }: KnownRecord): SignedContent {
  return {
    recordId: provenance.record_id,
    generatorId: signedPayload.generator_id,
    contentHash: signedPayload.content_hash,
    exactFormat,
    mode,
  };
}
