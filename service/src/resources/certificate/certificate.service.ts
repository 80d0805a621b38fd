// What a certificate says: a record, its signature checked now, its generator's state and its
// organization. It describes only the record. To learn whether a file is the signed content, verify
// the file.
import { signedPayloadBytes, verifySignature } from '@content-provenance/engine';
import type { GeneratorsService } from '../generators/generators.service.ts';
import type { LogService } from '../log/log.service.ts';
import type { RecordsService } from '../records/records.service.ts';

export interface CertificateParts {
  readonly publicUrl: string;
  readonly records: RecordsService;
  readonly generators: GeneratorsService;
  readonly log: Pick<LogService, 'indexOf'>;
  readonly now?: () => number;
}

export type CertificateService = ReturnType<typeof createCertificateService>;
export type Certificate = Awaited<ReturnType<CertificateService['find']>>;

const recordIdForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function createCertificateService({ publicUrl, records, generators, log, now = Date.now }: CertificateParts) {
  return {
    publicUrl,

    /** By token or by the record's id. Records are public, and a verification names the id. */
    async find(name: string) {
      const token = recordIdForm.test(name) ? records.tokenOf(name) : name;
      const status = await records.statusByToken(token);
      const record = await records.get(status.record_id);
      const { keys } = await generators.publicKeys(record.generator_id);
      const key = keys.find(({ kid }) => kid === record.kid);
      const isSigned =
        key !== undefined &&
        (await verifySignature(
          Buffer.from(key.key, 'base64'),
          signedPayloadBytes(record.signed_payload),
          Buffer.from(record.signature, 'base64'),
        ));
      const { branding, revoked_at } = status;
      const address = `${publicUrl}/certificate/${token}`;
      const logIndex = await log.indexOf(record.record_id);
      return { token, record, branding, revokedAt: revoked_at, checkedAt: now(), isSigned, address, logIndex };
    },
  };
}
