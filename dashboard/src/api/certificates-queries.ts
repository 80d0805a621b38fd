// The query of the page about certificates.
import type { Answer } from '@content-provenance/client';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

export type Certificate = Answer<'GET /v1/c2pa/certificates'>['certificates'][number];

export const certificatesQuery = queryOptions({
  queryKey: ['certificates'],
  queryFn: () => client.certificates.list(),
});
