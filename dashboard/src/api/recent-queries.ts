// The query of the overview for the last signatures and verifications.
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

const most = 8;

/** In the cache with analytics, so that whatever renews those figures renews it too. */
export const recentQuery = queryOptions({
  queryKey: ['analytics', 'recent'],
  queryFn: async () => {
    const lists = await Promise.all(['sign', 'verify'].map((type) => client.audit.list({ type, limit: most })));
    return lists.flatMap(({ events }) => events);
  },
});
