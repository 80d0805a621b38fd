// Proof bundles: everything that proves a record while the service cannot be reached
// (docs/decisions/0014). Canonical JSON (RFC 8785), signed as a whole by the service under a
// certificate of its root, so that no byte can be changed.
import { canonicalJsonBytes } from '@content-provenance/engine';
import type { EnvironmentName } from '../../access/api-keys.ts';
import type { GeneratorsService } from '../generators/generators.service.ts';
import type { RecordsService } from './records.service.ts';

export interface BundlesParts {
  readonly environment: EnvironmentName;
  readonly publicUrl: string;
  readonly records: RecordsService;
  readonly generators: GeneratorsService;
  readonly authority: {
    /** certificates: leaf first, in DER. */
    statementSigner(): Promise<{
      readonly certificates: readonly Uint8Array[];
      sign(message: Uint8Array): Promise<Uint8Array>;
    }>;
  };
  /**
   * Hashes of the files that were delivered with a manifest, if the manifest does not prove itself.
   */
  deliveriesOf(recordId: string): Promise<string[]>;
  /** Undefined: the record is older than the log, or no checkpoint includes it yet. */
  findLogProof(recordId: string): Promise<object | undefined>;
  readonly now?: () => number;
}

export type BundlesService = ReturnType<typeof createBundlesService>;

const statementType = 'content-provenance-bundle/1';

export function createBundlesService({
  environment,
  publicUrl,
  records,
  generators,
  authority,
  deliveriesOf,
  findLogProof,
  now = Date.now,
}: BundlesParts) {
  return {
    async make(recordId: string): Promise<{ readonly bytes: Uint8Array; readonly name: string }> {
      const record = await records.get(recordId);
      const { keys } = await generators.publicKeys(record.generator_id);
      const deliveries = await deliveriesOf(recordId);
      const log = await findLogProof(recordId);
      const { certificates, sign } = await authority.statementSigner();
      const statement = {
        type: statementType,
        issued_at: new Date(now()).toISOString(),
        service: { url: publicUrl, environment },
        token: records.tokenOf(record.record_id),
        record,
        ...(deliveries.length > 0 && { deliveries }),
        ...(log && { log }),
        public_key: keys.find(({ kid }) => kid === record.kid)!,
        certificates: certificates.map((der) => Buffer.from(der).toString('base64')),
      };
      const signature = Buffer.from(await sign(canonicalJsonBytes(statement))).toString('base64');
      return {
        bytes: canonicalJsonBytes({ statement, signature }),
        name: `provenance-${record.record_id}.bundle.json`,
      };
    },
  };
}
