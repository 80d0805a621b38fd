// Records with everything that verification needs: the key that signed, the name of the
// organization and the status of the generator. Public: anyone who has the content can look up its
// record.
import type { MediaKind } from '@content-provenance/engine';
import type { Queries } from '../../adapters/database/database.ts';
import { signerColumns } from '../../database/signer.ts';

function signedRecords(queries: Queries) {
  return queries
    .selectFrom('records')
    .innerJoin('organizations', 'organizations.org_id', 'records.org_id')
    .innerJoin('generators', 'generators.generator_id', 'records.generator_id')
    .innerJoin('generator_keys', (join) =>
      join
        .onRef('generator_keys.generator_id', '=', 'records.generator_id')
        .onRef('generator_keys.kid', '=', 'records.kid'),
    )
    .select([
      'records.record_id',
      'records.org_id',
      'records.generator_id',
      'records.watermark_id',
      'records.model',
      'records.content_hash',
      'records.original_hash',
      'records.exact_format',
      'records.mode',
      'records.phash',
      'records.signature',
      'records.signed_at',
      'records.kid',
      'organizations.name as org_name',
      'generators.status as generator_status',
      'generators.revoked_at',
      'generator_keys.public_key',
    ])
    .select(signerColumns);
}

export type SignedRecordRow = Awaited<ReturnType<ReturnType<typeof signedRecords>['executeTakeFirstOrThrow']>>;

export function findByRecordIds(queries: Queries, recordIds: readonly string[]): Promise<SignedRecordRow[]> {
  return signedRecords(queries).where('records.record_id', 'in', recordIds).execute();
}

export function findByWatermarkId(queries: Queries, watermarkId: string): Promise<SignedRecordRow | undefined> {
  return signedRecords(queries).where('records.watermark_id', '=', watermarkId).executeTakeFirst();
}

/** Perceptual hashes in the order of record ids. */
export function listHashesAfter(queries: Queries, format: MediaKind, after: string, most: number) {
  return queries
    .selectFrom('records')
    .select(['record_id', 'phash'])
    .$narrowType<{ phash: string }>()
    .where('format', '=', format)
    .where('phash', 'is not', null)
    .where('record_id', '>', after)
    .orderBy('record_id')
    .limit(most)
    .execute();
}

/** How many hashes there are after one id, up to and including another. */
export async function countHashesBetween(
  queries: Queries,
  format: MediaKind,
  after: string,
  upTo: string,
): Promise<number> {
  const { count } = await queries
    .selectFrom('records')
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .where('format', '=', format)
    .where('phash', 'is not', null)
    .where('record_id', '>', after)
    .where('record_id', '<=', upTo)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Stored landmarks with these hashes. */
export function findLandmarks(queries: Queries, hashes: readonly number[]) {
  return queries.selectFrom('landmarks').select(['hash', 'track', 'time']).where('hash', 'in', hashes).execute();
}

/** The landmarks of one track with these hashes. */
export function findLandmarksOf(queries: Queries, track: number, hashes: readonly number[]) {
  return queries
    .selectFrom('landmarks')
    .select(['hash', 'track', 'time'])
    .where('hash', 'in', hashes)
    .where('track', '=', track)
    .execute();
}

export function findTracks(queries: Queries, tracks: readonly number[]) {
  return queries.selectFrom('tracks').selectAll().where('track', 'in', tracks).execute();
}
