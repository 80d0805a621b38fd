// Recovers the manifest of a record for a file that has lost it: the statements of the newest
// manifest in the repository. They say nothing about the bytes of that file, so the result contains
// no validation.
import type { ManifestStatements, StorePorts } from '@content-provenance/engine';
import { type ComputePool, ContentRefused } from '../../adapters/compute-pool/compute-pool.ts';
import type { ManifestsService } from './manifests.service.ts';

export interface RecoveryParts {
  readonly computePool: Pick<ComputePool, 'readStore'>;
  readonly manifests: ManifestsService;
  /** The roots of the certificates with which this service signs manifests, in DER. */
  readonly certificateRoots: readonly Uint8Array[];
  readonly findGeneratorStatus: StorePorts['findGeneratorStatus'];
}

export interface RecoveredManifest extends ManifestStatements {
  /** The file itself has no manifest. */
  readonly found: false;
  readonly recovered: true;
  readonly manifest_id: string;
}

export type RecoveryService = ReturnType<typeof createRecoveryService>;

export function createRecoveryService({
  computePool,
  manifests,
  certificateRoots,
  findGeneratorStatus,
}: RecoveryParts) {
  const { findManifestRecordId } = manifests;
  const ports: StorePorts = { findGeneratorStatus, findManifestRecordId };
  return {
    readStore: (store: Uint8Array, caller: string) => computePool.readStore(store, { certificateRoots }, ports, caller),

    /**
     * null: the service made no manifest for this record. caller: whose share of the compute pool
     * the work uses.
     */
    async recover(recordId: string, caller: string): Promise<RecoveredManifest | null> {
      const [newest] = await manifests.of([recordId], 1);
      if (!newest) return null;
      try {
        const { statements } = await this.readStore(newest.store, caller);
        return { found: false, recovered: true, manifest_id: newest.manifest_id, ...statements };
      } catch (problem) {
        if (problem instanceof ContentRefused) return null;
        throw problem;
      }
    },
  };
}
