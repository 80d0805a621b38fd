// Queries of the analytics page: a number of days, the whole window of the plan, or the last 24
// hours, and the query of one record's page.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

export const windowQuery = (days: number | undefined) =>
  queryOptions({
    queryKey: ['analytics', days ?? 'window'],
    queryFn: () => client.analytics.overview(days),
    placeholderData: keepPreviousData,
  });

export const hoursQuery = queryOptions({ queryKey: ['analytics', 'hours'], queryFn: () => client.analytics.hours() });

export const recordActivityQuery = (recordId: string) =>
  queryOptions({ queryKey: ['analytics', 'record', recordId], queryFn: () => client.analytics.record(recordId) });
