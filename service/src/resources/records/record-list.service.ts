// Lists of an organization's records: page by page, as a stream of all that match, and the values
// to filter by.
import type { Static } from 'typebox';
import type { Caller } from '../../access/caller.ts';
import {
  allowedGenerators,
  allowsGenerator,
  expectEveryGenerator,
  expectGenerator,
} from '../../access/key-restrictions.ts';
import type { Database } from '../../adapters/database/database.ts';
import type { RecordLookup } from '../../archive/record-lookup.ts';
import { failValidation } from '../../http/error-catalogue.ts';
import { parseTimestamp, readWindow } from '../../http/timestamps.ts';
import { findCounts, type ListedRow, listByIds, listModels, listRecords } from './record-list.store.ts';
import { type Place, planOf, type RecordFilter } from './record-list-plan.ts';
import { findNotes, foldLabel } from './record-notes.store.ts';
import type { RecordTokens } from './record-tokens.ts';
import type { exportQuery, listQuery } from './records.schema.ts';

type Filters = Omit<Static<typeof exportQuery>, 'file_type'>;

/** More names than anyone reads in a list. */
const mostModels = 100;
const exportPage = 500;
/** No record has it, so that a token of another service finds nothing. */
const noRecord = '';

const recordIdForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const contentHashForm = /^sha3-256:[0-9a-f]{64}$/i;

export type RecordListService = ReturnType<typeof createRecordListService>;

export function createRecordListService(database: Database, lookup: RecordLookup, tokens: RecordTokens) {
  const present = ({ thumbnail_of, verifications, authentic, tampered, ...row }: ListedRow) => ({
    ...row,
    token: tokens.write(row.record_id),
    signed_at: new Date(row.signed_at).toISOString(),
    has_thumbnail: thumbnail_of !== null,
    verification_count: verifications,
    authentic_count: authentic,
    tamper_count: tampered,
    not_proven_count: verifications - authentic - tampered,
  });

  const read = (orgId: string, filter: RecordFilter) => listRecords(database.read, orgId, filter, planOf(filter));

  /** A record that the database no longer lists, with its notes and counts. */
  async function findArchived(caller: Caller, recordId: string): Promise<ListedRow[]> {
    const { orgId } = caller.organization;
    const [row] = await lookup.find(database.read, [recordId]);
    if (row?.org_id !== orgId || !allowsGenerator(caller, row.generator_id)) return [];
    const { label, has_thumbnail } = await findNotes(database.read, orgId, recordId);
    const counts = await findCounts(database.read, orgId, row);
    return [{ ...row, ...counts, label, thumbnail_of: has_thumbnail ? recordId : null }];
  }

  function filterOf(caller: Caller, filters: Filters): Omit<RecordFilter, 'limit'> {
    const { generator_id, format, model, verdict, search, ...window } = filters;
    return {
      ...readWindow(window, { from: undefined, to: undefined }),
      ...generatorsOf(caller, generator_id),
      format,
      model,
      verdict,
      ...(search !== undefined && searchOf(search.trim())),
    };
  }

  /** A single generator is read by its index. */
  function generatorsOf(caller: Caller, asked: string | undefined): Pick<RecordFilter, 'generatorId' | 'generatorIds'> {
    if (asked !== undefined) expectGenerator(caller, asked);
    const allowed = allowedGenerators(caller);
    if (asked !== undefined || allowed === null) return { generatorId: asked };
    return allowed.length === 1 ? { generatorId: allowed[0] } : { generatorIds: allowed };
  }

  function searchOf(text: string): Pick<RecordFilter, 'recordId' | 'contentHash' | 'label'> {
    if (recordIdForm.test(text)) return { recordId: text.toLowerCase() };
    if (contentHashForm.test(text)) return { contentHash: text.toLowerCase() };
    if (!text.startsWith('svc_')) return { label: foldLabel(text) };
    const decoded = tokens.read(text);
    return { recordId: decoded.status === 'valid' ? decoded.recordId : noRecord };
  }

  return {
    async list(caller: Caller, { limit, before, ...filters }: Static<typeof listQuery>) {
      const place = before === undefined ? undefined : readCursor(before);
      const filter = { ...filterOf(caller, filters), limit, before: place };
      const { rows, next } = await read(caller.organization.orgId, filter);
      const found =
        rows.length === 0 && isSearchById(filters, filter) ? await findArchived(caller, filter.recordId!) : rows;
      const archivedBefore = await lookup.archivedBefore(database.read);
      return {
        records: found.map(present),
        ...(next && { next_cursor: cursorOf(next) }),
        ...(archivedBefore !== undefined && { archived_before: new Date(archivedBefore).toISOString() }),
      };
    },

    /** Everything that matches, page by page. Wrong filters fail before the first record. */
    readAll(caller: Caller, filters: Filters) {
      const { orgId } = caller.organization;
      const filter = { ...filterOf(caller, filters), limit: exportPage };
      return (async function* () {
        let before: Place | undefined;
        do {
          const { rows, next } = await read(orgId, { ...filter, before });
          yield* rows.map(present);
          before = next;
        } while (before);
      })();
    },

    /** Those of the organization among the ids, if the caller is allowed to see them. */
    async listById(caller: Caller, recordIds: readonly string[]) {
      if (recordIds.length === 0) return [];
      const found = await listByIds(database.read, caller.organization.orgId, recordIds);
      const stored = found.filter(({ generator_id }) => allowsGenerator(caller, generator_id));
      const known = new Set(stored.map(({ record_id }) => record_id));
      const others = recordIds.filter((id) => !known.has(id));
      const archived = await Promise.all(others.map((id) => findArchived(caller, id)));
      return [...stored, ...archived.flat()].map(present);
    },

    async models(caller: Caller) {
      expectEveryGenerator(caller);
      return { models: await listModels(database.read, caller.organization.orgId, mostModels) };
    },
  };
}

/** With other filters, only the database is searched. */
function isSearchById(filters: Filters, { recordId }: RecordFilter): boolean {
  const given = Object.values(filters).filter((value) => value !== undefined);
  return recordId !== undefined && recordId !== noRecord && given.length === 1;
}

function cursorOf({ time, recordId }: Place): string {
  return `${new Date(time).toISOString()}~${recordId}`;
}

function readCursor(text: string): Place {
  const [time, recordId] = text.split('~');
  const milliseconds = parseTimestamp(time!);
  if (milliseconds === undefined || recordId === undefined) {
    failValidation('before', 'must be the next_cursor of an earlier page');
  }
  return { time: milliseconds, recordId };
}
