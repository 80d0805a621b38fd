// The queries of the pages, each with its place in the cache. A page uses one with
// `useQuery(usageQuery)`. After a change, invalidate its key.
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

export const meQuery = queryOptions({ queryKey: ['me'], queryFn: () => client.auth.me() });

export const usageQuery = queryOptions({ queryKey: ['usage'], queryFn: () => client.billing.usage() });

export const generatorsQuery = queryOptions({ queryKey: ['generators'], queryFn: () => client.generators.list() });

export const analyticsQuery = (days: number) =>
  queryOptions({ queryKey: ['analytics', days], queryFn: () => client.analytics.overview(days) });

export const invitePreviewQuery = (token: string) =>
  queryOptions({ queryKey: ['invite', token], queryFn: () => client.team.previewInvite(token), retry: false });
