// Finds records by their watermark ids. A second read by record_id then touches one month only.
import type { Queries } from '../adapters/database/database.ts';

export async function findMarkedRecordIds(queries: Queries, watermarkIds: readonly string[]): Promise<string[]> {
  const rows = await queries
    .selectFrom('watermarks')
    .select('record_id')
    .where('watermark_id', 'in', watermarkIds)
    .execute();
  return rows.map(({ record_id }) => record_id);
}
