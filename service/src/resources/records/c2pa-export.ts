// The C2PA-compatible manifest of a record as JSON (specification: Records and C2PA). A compatibility export, not a
// signed manifest.
import { release } from '../../release.ts';

export interface ExportedRecord {
  readonly recordId: string;
  readonly model: string;
  readonly contentHash: string;
  readonly signedAt: string;
}

const hashPrefix = 'sha3-256:';

export function exportC2pa({ recordId, model, contentHash, signedAt }: ExportedRecord) {
  return {
    '@context': { c2pa: 'https://c2pa.org/specifications/', service: 'urn:content-provenance-service:v1' },
    claim_generator: `content-provenance-service/${release}`,
    instance_id: `service:${recordId}`,
    assertions: [
      { label: 'c2pa.actions', data: { actions: [{ action: 'c2pa.created', when: signedAt }] } },
      {
        label: 'service.provenance',
        data: { record_id: recordId, model, signature_algorithm: 'ML-DSA-65', signature_standard: 'NIST FIPS 204' },
      },
      { label: 'c2pa.hash.data', data: { name: 'SHA3-256', hash: contentHash.slice(hashPrefix.length) } },
    ],
  };
}
