// Entries of the log. Their indexes have no gaps, because the transaction that takes indexes from
// the head also inserts the entries.
import type { Queries } from '../adapters/database/database.ts';

export interface StoredEntry {
  readonly log_index: number;
  readonly subject: string;
  readonly entry: Uint8Array;
}

/** Returns the first of these indexes. Other transactions that take indexes wait for the commit. */
export async function takeIndexes(transaction: Queries, count: number): Promise<number> {
  const { size } = await transaction
    .updateTable('log_head')
    .set((columns) => ({ size: columns('size', '+', count) }))
    .where('head_id', '=', 1)
    .returning('size')
    .executeTakeFirstOrThrow();
  return size - count;
}

export async function insertEntries(transaction: Queries, entries: readonly StoredEntry[]): Promise<void> {
  await transaction.insertInto('log_entries').values(entries).execute();
}

/** In order, from an index on. */
export async function listEntries(queries: Queries, from: number, most: number): Promise<StoredEntry[]> {
  return queries
    .selectFrom('log_entries')
    .select(['log_index', 'subject', 'entry'])
    .where('log_index', '>=', from)
    .where('log_index', '<', from + most)
    .orderBy('log_index')
    .execute();
}

export async function findEntry(queries: Queries, index: number): Promise<StoredEntry | undefined> {
  return queries
    .selectFrom('log_entries')
    .select(['log_index', 'subject', 'entry'])
    .where('log_index', '=', index)
    .executeTakeFirst();
}

export async function listEntriesAbout(queries: Queries, subjects: readonly string[]): Promise<StoredEntry[]> {
  if (subjects.length === 0) return [];
  return queries
    .selectFrom('log_entries')
    .select(['log_index', 'subject', 'entry'])
    .where('subject', 'in', subjects)
    .execute();
}
