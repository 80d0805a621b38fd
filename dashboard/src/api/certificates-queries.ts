// What the page about certificates asks.
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

export const certificatesQuery = queryOptions({
  queryKey: ['certificates'],
  queryFn: () => client.certificates.list(),
});
