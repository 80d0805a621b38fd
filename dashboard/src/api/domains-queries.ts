// What the page about domains asks.
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

export const domainsQuery = queryOptions({ queryKey: ['domains'], queryFn: () => client.domains.list() });
