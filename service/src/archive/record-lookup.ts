// The one way to look up records by their ids: the row from the database or from an archive file,
// then what surrounds it from the database. Records never change, so both places have the same row.
// A record that cannot be read now is an error, and never counts as unknown.
import type { Queries } from '../adapters/database/database.ts';
import { partitionedTables } from '../database/partitions/partitioned-tables.ts';
import { findMarkedRecordIds } from '../database/watermarks.ts';
import type { ArchiveFiles } from './archive-files.ts';
import {
  type Archive,
  archivedUpTo,
  findArchive,
  listRows,
  listSignedRows,
  type RecordRow,
  type SignedRow,
} from './archives.store.ts';
import { type Circumstances, listCircumstances } from './circumstances.store.ts';

export type { RecordRow, SignedRow };
/** A record with its organization, generator and key as they are now. */
export type Surrounded<Row extends RecordRow> = Row & Circumstances;

/** Returns those that exist, in any order. */
export interface RecordLookup {
  find(queries: Queries, recordIds: readonly string[]): Promise<RecordRow[]>;
  /** Older records are in archive files. Undefined: none is archived. */
  archivedBefore(queries: Queries): Promise<number | undefined>;
  findMarked(queries: Queries, watermarkId: string): Promise<RecordRow | undefined>;
  findSurrounded(queries: Queries, recordIds: readonly string[]): Promise<Surrounded<RecordRow>[]>;
  /** With signatures, which are most of the data. */
  findSigned(queries: Queries, recordIds: readonly string[]): Promise<Surrounded<SignedRow>[]>;
}

/** UUID version 7, as the service makes them. Other texts are not looked up in files. */
const recordIdForm = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export function createRecordLookup(files: Pick<ArchiveFiles, 'find' | 'findSigned'>): RecordLookup {
  const find = (queries: Queries, recordIds: readonly string[]) => findRows(queries, recordIds, listRows, files.find);
  return {
    find,
    async archivedBefore(queries) {
      const last = await archivedUpTo(queries);
      return last === '' ? undefined : partitionedTables.records.unit.timeOf(last) + 1;
    },
    findMarked: async (queries, watermarkId) =>
      (await find(queries, await findMarkedRecordIds(queries, [watermarkId])))[0],
    findSurrounded: async (queries, recordIds) => surround(queries, await find(queries, recordIds)),
    findSigned: async (queries, recordIds) =>
      surround(queries, await findRows(queries, recordIds, listSignedRows, files.findSigned)),
  };
}

async function findRows<Row extends RecordRow>(
  queries: Queries,
  recordIds: readonly string[],
  list: (queries: Queries, recordIds: readonly string[]) => Promise<Row[]>,
  findInFile: (archive: Archive, recordId: string) => Promise<Row | undefined>,
): Promise<Row[]> {
  if (recordIds.length === 0) return [];
  const stored = await list(queries, recordIds);
  const known = new Set(stored.map(({ record_id }) => record_id));
  const missing = recordIds.filter((id) => !known.has(id) && recordIdForm.test(id));
  const archived = await Promise.all(
    missing.map(async (id) => {
      const archive = await findArchive(queries, id);
      return archive && findInFile(archive, id);
    }),
  );
  return [...stored, ...archived.filter((row) => row !== undefined)];
}

async function surround<Row extends RecordRow>(queries: Queries, rows: readonly Row[]): Promise<Surrounded<Row>[]> {
  if (rows.length === 0) return [];
  const unique = (column: 'generator_id' | 'kid') => [...new Set(rows.map((row) => row[column]))];
  const found = await listCircumstances(queries, unique('generator_id'), unique('kid'));
  const byKey = new Map(found.map((each) => [`${each.generator_id} ${each.kid}`, each]));
  return rows.flatMap((row) => {
    const circumstances = byKey.get(`${row.generator_id} ${row.kid}`);
    return circumstances ? [{ ...row, ...circumstances }] : [];
  });
}
