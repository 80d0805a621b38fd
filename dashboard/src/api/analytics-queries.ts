// What the analytics page asks: so many days, or the whole window of the plan; and what one
// record's page asks.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

export const windowQuery = (days: number | undefined) =>
  queryOptions({
    queryKey: ['analytics', days ?? 'window'],
    queryFn: () => client.analytics.overview(days),
    placeholderData: keepPreviousData,
  });

export const recordActivityQuery = (recordId: string) =>
  queryOptions({ queryKey: ['analytics', 'record', recordId], queryFn: () => client.analytics.record(recordId) });
