// The catalog of plans.
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

export const plansQuery = queryOptions({ queryKey: ['plans'], queryFn: () => client.billing.plans() });
