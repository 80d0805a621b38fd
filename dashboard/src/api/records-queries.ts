// The queries about records.
import type { Answer, Query } from '@content-provenance/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

export type RecordsQuery = NonNullable<Query<'GET /v1/records'>>;
export type RecordsPage = Answer<'GET /v1/records'>;
export type ListedRecord = RecordsPage['records'][number];

/** Rare matches can take several responses. After this many, the page shows what it has. */
const mostAnswers = 60;

export const recordsQuery = (query: RecordsQuery) =>
  queryOptions({
    queryKey: ['records', 'list', query],
    queryFn: () => readPage(query),
    // The rows of the previous page stay until the next ones arrive, so that nothing jumps.
    placeholderData: keepPreviousData,
  });

/** Continues until the page is full or nothing is left. */
async function readPage({ limit = 20, ...query }: RecordsQuery): Promise<RecordsPage> {
  let page = await client.records.list({ ...query, limit });
  const records = [...page.records];
  for (
    let answers = 1;
    records.length < limit && page.next_cursor !== undefined && answers < mostAnswers;
    answers += 1
  ) {
    page = await client.records.list({ ...query, before: page.next_cursor, limit: limit - records.length });
    records.push(...page.records);
  }
  return { ...page, records };
}

export const recordQuery = (recordId: string) =>
  queryOptions({ queryKey: ['records', recordId], queryFn: () => client.records.get(recordId) });

export const modelsQuery = queryOptions({ queryKey: ['records', 'models'], queryFn: () => client.records.models() });

export const notesQuery = (recordId: string) =>
  queryOptions({ queryKey: ['records', recordId, 'notes'], queryFn: () => client.records.notes(recordId) });

/** As the address of an image. It needs the session, so the page reads it itself. */
export const thumbnailQuery = (recordId: string) =>
  queryOptions({
    queryKey: ['records', recordId, 'thumbnail'],
    queryFn: async () => asDataAddress(await client.records.thumbnail(recordId)),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const recordSettingsQuery = queryOptions({
  queryKey: ['record-settings'],
  queryFn: () => client.account.recordSettings(),
});

function asDataAddress(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(picture);
  });
}
