// The C2PA-compatible manifest of a record as JSON (specification: Records and C2PA). A
// compatibility export, not a signed manifest.
import { release } from '../../release.ts';

export interface ExportedRecord {
  readonly recordId: string;
  readonly model: string;
  readonly contentHash: string;
  readonly signedAt: string;
}

const hashPrefix = 'sha3-256:';

/** What the export and an embedded manifest both say about a record. */
export function manifestFacts({ recordId, model, signedAt }: Omit<ExportedRecord, 'contentHash'>) {
  return {
    generator: { name: 'content-provenance-service', version: release },
    instanceId: `service:${recordId}`,
    createdAt: signedAt,
    provenance: {
      record_id: recordId,
      model,
      signature_algorithm: 'ML-DSA-65',
      signature_standard: 'NIST FIPS 204',
    },
  };
}

export function exportC2pa({ contentHash, ...record }: ExportedRecord) {
  const { generator, instanceId, createdAt, provenance } = manifestFacts(record);
  return {
    '@context': { c2pa: 'https://c2pa.org/specifications/', service: 'urn:content-provenance-service:v1' },
    claim_generator: `${generator.name}/${generator.version}`,
    instance_id: instanceId,
    assertions: [
      { label: 'c2pa.actions', data: { actions: [{ action: 'c2pa.created', when: createdAt }] } },
      { label: 'service.provenance', data: provenance },
      { label: 'c2pa.hash.data', data: { name: 'SHA3-256', hash: contentHash.slice(hashPrefix.length) } },
    ],
  };
}
