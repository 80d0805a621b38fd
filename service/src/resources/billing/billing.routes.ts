// /v1/billing (specification: Billing).
import { Type } from 'typebox';
import { defineRoute } from '../../http/define-route.ts';
import { nullable, planName as plan, timestamp } from '../../http/schemas.ts';
import type { BillingService } from './billing.service.ts';

const resource = 'Billing';

const usage = Type.Object(
  {
    plan,
    billing_interval: Type.Enum(['monthly', 'annual']),
    signatures_used: Type.Integer(),
    signatures_included: nullable(Type.Integer({ description: 'null: no limit' })),
    overage_rate: Type.Number({ description: 'USD for each extra signature' }),
    overage_count: Type.Integer(),
    period_start: timestamp,
    period_end: timestamp,
  },
  { title: 'Usage' },
);

const catalogueEntry = Type.Object(
  {
    plan,
    label: Type.String(),
    monthly_price: nullable(Type.Number({ description: 'USD. null: custom price' })),
    annual_monthly_price: nullable(Type.Number()),
    annual_total: nullable(Type.Number()),
    included_signatures: nullable(Type.Integer()),
    overage_rate: Type.Number(),
    upgrade_url: Type.String(),
  },
  { title: 'Plan' },
);

export function billingRoutes(billing: BillingService) {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/billing/usage',
      operation: 'getUsage',
      resource,
      summary: 'Get the usage of the current month',
      access: { caller: 'key-or-session', scope: 'reports:read' },
      feature: null,
      limit: 'organization',
      anyOrigin: false,
      success: { status: 200, schema: usage },
      errors: [],
      handler: ({ caller }) => billing.usage(caller.organization),
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/billing/plans',
      operation: 'listPlans',
      resource,
      summary: 'List plans and prices',
      access: { caller: 'public' },
      feature: null,
      limit: 'public',
      anyOrigin: true,
      success: { status: 200, schema: Type.Object({ plans: Type.Array(catalogueEntry) }) },
      errors: [],
      handler: () => billing.catalogue(),
    }),
  ];
}
