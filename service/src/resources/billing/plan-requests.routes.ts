// /v1/billing/plan-requests: ask the operator for another plan.
import { Type } from 'typebox';
import { defineRoute } from '../../http/define-route.ts';
import { nullable, planName as plan, timestamp } from '../../http/schemas.ts';
import type { PlanRequestsService } from './plan-requests.service.ts';

const resource = 'Billing';
const charged = { feature: null, limit: 'organization', anyOrigin: false } as const;
const interval = Type.Enum(['monthly', 'annual']);

const request = Type.Object(
  {
    request_id: Type.String(),
    plan,
    billing_interval: interval,
    note: nullable(Type.String()),
    state: Type.Enum(['pending', 'approved', 'declined', 'withdrawn']),
    reason: nullable(Type.String({ description: 'What the operator says about the decision' })),
    created_at: timestamp,
    decided_at: nullable(Type.String({ format: 'date-time', description: 'null: it is pending' })),
  },
  { title: 'PlanRequest' },
);

export function planRequestsRoutes(requests: PlanRequestsService) {
  return [
    defineRoute({
      method: 'POST',
      path: '/v1/billing/plan-requests',
      operation: 'requestPlan',
      idempotency: 'caller',
      resource,
      summary: 'Request another plan',
      description:
        'The operator of the service reviews the request. Nothing is charged, and the plan changes only if the operator approves. An organization can have one pending request, and can send 5 requests a day.',
      access: { caller: 'key-or-session', scope: 'admin', role: 'admin', verifiedEmail: true },
      ...charged,
      body: Type.Object({
        plan,
        interval: Type.Optional(interval),
        note: Type.Optional(Type.String({ maxLength: 1_000, description: 'A message for the operator' })),
      }),
      success: { status: 201, schema: request },
      errors: ['plan_request_pending'],
      handler: ({ body, caller }) => requests.create(caller, body),
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/billing/plan-requests',
      operation: 'listPlanRequests',
      resource,
      summary: 'List the last 50 requests for a plan, newest first',
      access: { caller: 'key-or-session', scope: 'admin' },
      ...charged,
      success: { status: 200, schema: Type.Object({ requests: Type.Array(request) }) },
      errors: [],
      handler: ({ caller }) => requests.list(caller.organization.orgId),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/billing/plan-requests/:request_id/withdraw',
      operation: 'withdrawPlanRequest',
      idempotency: 'caller',
      resource,
      summary: 'Withdraw a pending request',
      access: { caller: 'key-or-session', scope: 'admin', role: 'admin' },
      ...charged,
      params: Type.Object({ request_id: Type.String({ maxLength: 100 }) }),
      success: { status: 200, schema: request },
      errors: ['not_found', 'plan_request_closed'],
      handler: ({ params, caller }) => requests.withdraw(caller, params.request_id),
    }),
  ];
}
