// The repository of manifests: it keeps every manifest that the service made, with the hash of the
// delivered file. A file with a manifest is authentic only if it is in the repository, or if its
// own ML-DSA signature proves it (docs/decisions/0032).
import type { ManifestIndex } from '@content-provenance/engine';
import type { Database } from '../../adapters/database/database.ts';
import {
  findMadeManifest,
  findManifestRecordId,
  hasDelivery,
  listDeliveries,
  listMadeManifestIds,
  listMadeManifests,
} from './manifests.store.ts';

/** The most deliveries in a proof bundle. */
const mostDeliveries = 100;

export type ManifestsService = ReturnType<typeof createManifestsService>;

export function createManifestsService(database: Database) {
  return {
    findManifestRecordId: (storeHash) => findManifestRecordId(database.publicRead, storeHash),
    isManifestDelivery: (recordId, fileHash) => hasDelivery(database.publicRead, recordId, fileHash),
    /** Hashes of the files that were delivered with a manifest for this record. */
    deliveriesOf: (recordId: string) => listDeliveries(database.publicRead, recordId, mostDeliveries),
    /** undefined: the service made no such manifest. */
    find: (manifestId: string) => findMadeManifest(database.publicRead, manifestId),
    /** Ids, newest first. */
    idsOf: (recordId: string, most: number) => listMadeManifestIds(database.publicRead, recordId, most),
    /** With their bytes, newest first. */
    of: (recordIds: readonly string[], most: number) => listMadeManifests(database.publicRead, recordIds, most),
  } satisfies ManifestIndex & Record<string, unknown>;
}
