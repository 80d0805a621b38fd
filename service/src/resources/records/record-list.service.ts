// Lists of an organization's records: page by page, as a stream of all that match, and the values
// to filter by.
import type { Static } from 'typebox';
import type { Database } from '../../adapters/database/database.ts';
import { failValidation } from '../../http/error-catalogue.ts';
import { parseTimestamp, readWindow } from '../../http/timestamps.ts';
import { type ListedRow, listByIds, listModels, listRecords } from './record-list.store.ts';
import { type Place, planOf, type RecordFilter } from './record-list-plan.ts';
import { foldLabel } from './record-notes.store.ts';
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

export function createRecordListService(database: Database, tokens: RecordTokens) {
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

  function filterOf({ generator_id, format, model, verdict, search, ...window }: Filters): Omit<RecordFilter, 'limit'> {
    return {
      ...readWindow(window, { from: undefined, to: undefined }),
      generatorId: generator_id,
      format,
      model,
      verdict,
      ...(search !== undefined && searchOf(search.trim())),
    };
  }

  function searchOf(text: string): Pick<RecordFilter, 'recordId' | 'contentHash' | 'label'> {
    if (recordIdForm.test(text)) return { recordId: text.toLowerCase() };
    if (contentHashForm.test(text)) return { contentHash: text.toLowerCase() };
    if (!text.startsWith('svc_')) return { label: foldLabel(text) };
    const decoded = tokens.read(text);
    return { recordId: decoded.status === 'valid' ? decoded.recordId : noRecord };
  }

  return {
    async list(orgId: string, { limit, before, ...filters }: Static<typeof listQuery>) {
      const place = before === undefined ? undefined : readCursor(before);
      const { rows, next } = await read(orgId, { ...filterOf(filters), limit, before: place });
      return { records: rows.map(present), ...(next && { next_cursor: cursorOf(next) }) };
    },

    /** Everything that matches, page by page. Wrong filters fail before the first record. */
    readAll(orgId: string, filters: Filters) {
      const filter = { ...filterOf(filters), limit: exportPage };
      return (async function* () {
        let before: Place | undefined;
        do {
          const { rows, next } = await read(orgId, { ...filter, before });
          yield* rows.map(present);
          before = next;
        } while (before);
      })();
    },

    /** Those of the organization among the ids. */
    async listById(orgId: string, recordIds: readonly string[]) {
      return recordIds.length === 0 ? [] : (await listByIds(database.read, orgId, recordIds)).map(present);
    },

    async models(orgId: string) {
      return { models: await listModels(database.read, orgId, mostModels) };
    },
  };
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
