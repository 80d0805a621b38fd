// The catalog of plans, and the organization's requests for one.
import type { Answer } from '@content-provenance/client';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

export const plansQuery = queryOptions({ queryKey: ['plans'], queryFn: () => client.billing.plans() });

export type PlanRequestState = Answer<'GET /v1/billing/plan-requests'>['requests'][number];

export const planRequestsQuery = queryOptions({
  queryKey: ['plan-requests'],
  queryFn: () => client.billing.planRequests(),
  // The operator decides meanwhile.
  staleTime: 0,
});
