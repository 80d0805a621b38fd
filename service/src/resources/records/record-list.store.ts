// The list of an organization's records, newest first. One filter chooses the index that is read,
// and a read has a limit: the cost of a page does not grow with the number of records. If other
// filters leave little of what was read, a page is short, and its cursor continues.
import type { MediaKind } from '@content-provenance/engine';
import { sql } from 'kysely';
import type { Queries } from '../../adapters/database/database.ts';
import type { KeypairMode } from '../../database/schema.ts';
import type { Condition, Place, ReadPlan, RecordFilter } from './record-list-plan.ts';

export interface ListedRow {
  readonly record_id: string;
  readonly watermark_id: string;
  readonly generator_id: string;
  readonly model: string;
  readonly format: MediaKind;
  readonly mode: KeypairMode;
  readonly content_hash: string;
  readonly kid: string;
  readonly phash: string | null;
  readonly signed_at: number;
  readonly label: string | null;
  readonly thumbnail_of: string | null;
  readonly verifications: number;
  readonly authentic: number;
  readonly tampered: number;
}

export interface RecordPage {
  readonly rows: readonly ListedRow[];
  /** Where the next page starts. Undefined on the last one. */
  readonly next: Place | undefined;
}

export async function listRecords(
  queries: Queries,
  orgId: string,
  filter: RecordFilter,
  plan: ReadPlan,
): Promise<RecordPage> {
  const { limit } = filter;
  const { row, record, counts } = plan.checked;
  const checked = [...row, ...record, ...counts];
  if (checked.length === 0) {
    const found = await sql<FoundPlace>`${readInOrder(plan, orgId, filter, limit + 1)}`.execute(queries);
    return pageOf(queries, orgId, found.rows, limit);
  }
  const withRecord = sql`JOIN records r ON r.record_id = read.record_id`;
  const withCounts = sql`LEFT JOIN record_counts c
    ON c.org_id = ${orgId} AND c.signed_at = read.signed_at AND c.record_id = read.record_id`;
  const found = await sql<FoundPlace>`SELECT read.record_id, read.signed_at
    FROM (${readInOrder(plan, orgId, filter, plan.mostRead)}) AS read
    ${record.length > 0 ? withRecord : sql``} ${counts.length > 0 ? withCounts : sql``}
    WHERE ${allOf(checked)}
    ORDER BY read.signed_at DESC, read.record_id DESC LIMIT ${limit + 1}`.execute(queries);
  const page = await pageOf(queries, orgId, found.rows, limit);
  if (page.next) return page;
  // The last row that was read, if there can be more after it.
  const last = await sql<FoundPlace>`${readInOrder(plan, orgId, filter, 1, plan.mostRead - 1)}`.execute(queries);
  return { ...page, next: last.rows[0] && placeOf(last.rows[0]) };
}

/** found: one more than the page, if there is more. */
async function pageOf(
  queries: Queries,
  orgId: string,
  found: readonly FoundPlace[],
  limit: number,
): Promise<RecordPage> {
  const places = found.slice(0, limit);
  const rows = await readRows(queries, orgId, places);
  return { rows, next: found.length > limit ? placeOf(places.at(-1)!) : undefined };
}

interface FoundPlace {
  readonly record_id: string;
  readonly signed_at: number;
}

const placeOf = ({ signed_at, record_id }: FoundPlace): Place => ({ time: signed_at, recordId: record_id });

const columnsOf = {
  records: sql`record_id, signed_at, content_hash, model, generator_id, format`,
  record_labels: sql`record_id, signed_at, folded`,
  record_counts: sql`record_id, signed_at`,
};

function readInOrder(
  { table, read }: ReadPlan,
  orgId: string,
  { before, from, to }: RecordFilter,
  most: number,
  skip = 0,
) {
  // A cursor within the time replaces its end: SQLite uses only one upper bound of an index.
  const isWithin = before !== undefined && (to === undefined || before.time <= to);
  const conditions = [
    sql`org_id = ${orgId}`,
    ...read,
    ...(from === undefined ? [] : [sql`signed_at >= ${from}`]),
    ...(to === undefined || isWithin ? [] : [sql`signed_at <= ${to}`]),
    ...(isWithin ? [sql`(signed_at, record_id) < (${before.time}, ${before.recordId})`] : []),
  ];
  return sql`SELECT ${columnsOf[table]} FROM ${sql.table(table)} WHERE ${allOf(conditions)}
    ORDER BY signed_at DESC, record_id DESC LIMIT ${most} OFFSET ${skip}`;
}

async function readRows(queries: Queries, orgId: string, places: readonly FoundPlace[]): Promise<ListedRow[]> {
  if (places.length === 0) return [];
  const rows = await listByIds(
    queries,
    orgId,
    places.map(({ record_id }) => record_id),
  );
  const byId = new Map(rows.map((row) => [row.record_id, row]));
  return places.flatMap(({ record_id }) => byId.get(record_id) ?? []);
}

/**
 * Records of the organization, in any order. The expression around org_id keeps SQLite from reading
 * all records of the organization by their index.
 */
export async function listByIds(queries: Queries, orgId: string, recordIds: readonly string[]): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`SELECT r.record_id, r.watermark_id, r.generator_id, r.model, r.format, r.mode,
      r.content_hash, r.kid, r.phash, r.signed_at, l.label, t.record_id AS thumbnail_of,
      coalesce(c.verifications, 0) AS verifications, coalesce(c.authentic, 0) AS authentic,
      coalesce(c.tampered, 0) AS tampered
    FROM records r
    LEFT JOIN record_counts c ON c.org_id = r.org_id AND c.signed_at = r.signed_at AND c.record_id = r.record_id
    LEFT JOIN record_labels l ON l.record_id = r.record_id
    LEFT JOIN record_thumbnails t ON t.record_id = r.record_id
    WHERE r.record_id IN (${sql.join(recordIds)}) AND r.org_id || '' = ${orgId}`.execute(queries);
  return rows;
}

export async function findCounts(
  queries: Queries,
  orgId: string,
  { signed_at, record_id }: FoundPlace,
): Promise<Pick<ListedRow, 'verifications' | 'authentic' | 'tampered'>> {
  const row = await queries
    .selectFrom('record_counts')
    .select(['verifications', 'authentic', 'tampered'])
    .where('org_id', '=', orgId)
    .where('signed_at', '=', signed_at)
    .where('record_id', '=', record_id)
    .executeTakeFirst();
  return row ?? { verifications: 0, authentic: 0, tampered: 0 };
}

/** Names of models, in order. Each one costs a look into the index, and not its records. */
export async function listModels(queries: Queries, orgId: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ model: string }>`WITH RECURSIVE models (model) AS (
      SELECT min(model) FROM records WHERE org_id = ${orgId}
      UNION ALL
      SELECT (SELECT min(model) FROM records WHERE org_id = ${orgId} AND model > models.model)
      FROM models WHERE models.model IS NOT NULL
    ) SELECT model FROM models WHERE model IS NOT NULL LIMIT ${most}`.execute(queries);
  return rows.map(({ model }) => model);
}

function allOf(conditions: readonly Condition[]): Condition {
  return sql.join([...conditions], sql` AND `);
}
