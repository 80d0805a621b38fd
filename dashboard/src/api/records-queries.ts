// The queries about records.
import type { Query } from '@content-provenance/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

export const recordsQuery = (query: NonNullable<Query<'GET /v1/records'>>) =>
  queryOptions({
    queryKey: ['records', 'list', query],
    queryFn: () => client.records.list(query),
    // The rows of the previous page stay until the next ones arrive, so that nothing jumps.
    placeholderData: keepPreviousData,
  });

export const recordQuery = (recordId: string) =>
  queryOptions({ queryKey: ['records', recordId], queryFn: () => client.records.get(recordId) });
