// The query of the page about domains.
import type { Answer } from '@content-provenance/client';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

export type Domain = Answer<'GET /v1/account/domains'>['domains'][number];

export const domainsQuery = queryOptions({ queryKey: ['domains'], queryFn: () => client.domains.list() });
