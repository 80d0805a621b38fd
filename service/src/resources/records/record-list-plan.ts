// How the list of records is read for a filter: the filter that leaves the fewest rows chooses an
// index, which is read in the order of the list. The other filters are checked row by row.
import type { MediaKind } from '@content-provenance/engine';
import { type RawBuilder, sql } from 'kysely';

export const verdictFilters = ['verified', 'never_verified', 'authentic', 'tampered', 'not_proven'] as const;
export type VerdictFilter = (typeof verdictFilters)[number];

export interface Place {
  readonly time: number;
  readonly recordId: string;
}

export interface RecordFilter {
  readonly limit: number;
  /** Only records after this place, which is the last one of the previous page. */
  readonly before?: Place | undefined;
  /** Both inclusive, in milliseconds. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly recordId?: string | undefined;
  readonly contentHash?: string | undefined;
  /** Part of a label, folded. */
  readonly label?: string | undefined;
  readonly verdict?: VerdictFilter | undefined;
  readonly model?: string | undefined;
  readonly generatorId?: string | undefined;
  /** Only records of these, if an API key is allowed to use only some. */
  readonly generatorIds?: readonly string[] | undefined;
  readonly format?: MediaKind | undefined;
}

export type Condition = RawBuilder<unknown>;

interface Checks {
  /** For the row itself, as `read`. */
  readonly row: readonly Condition[];
  /** For its record, as `r`. */
  readonly record: readonly Condition[];
  /** For its counts, as `c`. */
  readonly counts: readonly Condition[];
}

export interface ReadPlan {
  readonly table: 'records' | 'record_labels' | 'record_counts';
  /** What an index finds. */
  readonly read: readonly Condition[];
  /** What is left to check for each row that was read, by the tables that it needs. */
  readonly checked: Checks;
  /** Rows that one request reads at most, if some are checked. */
  readonly mostRead: number;
}

/** Each of these rows costs one or two lookups: 4 to 17 µs in bench speed/record-lists. */
const mostChecked = 2_000;
/** Labels are read from the index alone: less than 1 µs each in the same bench. */
const mostLabels = 20_000;

export function planOf(filter: RecordFilter): ReadPlan {
  const { label, verdict } = filter;
  // The order matters: the first one given is read.
  const columns = Object.entries({
    record_id: filter.recordId,
    content_hash: filter.contentHash,
    model: filter.model,
    generator_id: filter.generatorId,
    format: filter.format,
  }).filter(([, value]) => value !== undefined);
  const equalIn = (table: 'r' | 'read') =>
    columns.map(([column, value]) => sql`${sql.ref(`${table}.${column}`)} = ${value}`);
  const allowedIn = (table: 'r' | 'read') =>
    filter.generatorIds ? [sql`${sql.ref(`${table}.generator_id`)} IN (${sql.join(filter.generatorIds)})`] : [];
  const record = [...equalIn('r'), ...allowedIn('r')];
  const counts = verdict === undefined ? [] : [verdictConditions[verdict]];
  if (label !== undefined) {
    const checked = { row: [containsLabel(label)], record, counts };
    const mostRead = record.length + counts.length === 0 ? mostLabels : mostChecked;
    return { table: 'record_labels', read: [], checked, mostRead };
  }
  const isNarrow = filter.recordId !== undefined || filter.contentHash !== undefined;
  if (verdict !== undefined && verdict !== 'never_verified' && !isNarrow) {
    const read = verdict === 'tampered' ? [sql`tampered > 0`] : [];
    const isRead = verdict === 'tampered' || verdict === 'verified';
    const checked = { row: [], record, counts: isRead ? [] : counts };
    return { table: 'record_counts', read, checked, mostRead: mostChecked };
  }
  const read = columns.slice(0, 1).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  const checked = { row: [...equalIn('read').slice(1), ...allowedIn('read')], record: [], counts };
  return { table: 'records', read, checked, mostRead: mostChecked };
}

const verdictConditions: Readonly<Record<VerdictFilter, Condition>> = {
  verified: sql`c.record_id IS NOT NULL`,
  never_verified: sql`c.record_id IS NULL`,
  authentic: sql`c.authentic > 0`,
  tampered: sql`c.tampered > 0`,
  not_proven: sql`c.verifications > c.authentic + c.tampered`,
};

function containsLabel(part: string): Condition {
  const pattern = `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql`read.folded LIKE ${pattern} ESCAPE '\\'`;
}
