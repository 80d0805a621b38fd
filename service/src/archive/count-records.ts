// What attestations count about archived records, by organization and day.
import type { Insertable } from 'kysely';
import type { ArchivedCountsTable } from '../database/schema.ts';
import type { RecordRow } from './archives.store.ts';

/** step: 1 when records are archived, -1 when they are restored. */
export function countRecords(rows: readonly RecordRow[], step: 1 | -1): Insertable<ArchivedCountsTable>[] {
  const groups = Map.groupBy(rows, ({ org_id, signed_at, format, mode }) =>
    JSON.stringify([org_id, new Date(signed_at).toISOString().slice(0, 10), format, mode]),
  );
  return [...groups].map(([key, own]) => {
    const [org_id, day, format, mode] = JSON.parse(key);
    const marked = own.filter(({ original_hash, content_hash }) => original_hash && original_hash !== content_hash);
    return { org_id, day, format, mode, records: step * own.length, marked: step * marked.length };
  });
}
