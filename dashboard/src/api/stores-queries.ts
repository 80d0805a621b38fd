// The query about connected stores.
import type { Answer } from '@content-provenance/client';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

export type ConnectedStore = Answer<'GET /v1/account/storage-connections'>['connections'][number];

export const storesQuery = queryOptions({
  queryKey: ['storage-connections'],
  queryFn: () => client.storageConnections.list(),
});
