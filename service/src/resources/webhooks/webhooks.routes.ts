// /v1/webhooks (specification: Webhooks).
import { Type } from 'typebox';
import { defineRoute } from '../../http/define-route.ts';
import * as schema from './webhooks.schema.ts';
import type { WebhooksService } from './webhooks.service.ts';

const resource = 'Webhooks';
const organization = { access: { caller: 'key-or-session' }, limit: 'organization', anyOrigin: false } as const;

export function webhooksRoutes(webhooks: WebhooksService) {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/webhooks',
      resource,
      summary: 'List webhook endpoints',
      ...organization,
      feature: null,
      success: { status: 200, schema: schema.endpointList },
      errors: [],
      handler: ({ caller }) => webhooks.list(caller.organization),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/webhooks',
      resource,
      summary: 'Add an endpoint',
      description:
        'The service sends each event that the endpoint subscribes to as an HTTPS POST, during the request that causes it. It signs the request with the secret, which you see once. You can add up to 10 endpoints.',
      ...organization,
      feature: 'webhooks',
      body: schema.newEndpoint,
      success: { status: 201, schema: schema.createdEndpoint },
      errors: ['webhook_limit_reached'],
      handler: ({ body, caller }) => webhooks.create(caller, body),
    }),
    defineRoute({
      method: 'PATCH',
      path: '/v1/webhooks/:id',
      resource,
      summary: 'Change an endpoint',
      description: 'If you set the status to active, the failure count restarts at 0.',
      ...organization,
      feature: null,
      params: schema.endpointPath,
      body: schema.changes,
      success: { status: 200, schema: schema.endpoint },
      errors: ['not_found'],
      handler: ({ params, body, caller }) => webhooks.update(caller, params.id, body),
    }),
    defineRoute({
      method: 'DELETE',
      path: '/v1/webhooks/:id',
      resource,
      summary: 'Remove an endpoint and its deliveries',
      ...organization,
      feature: null,
      params: schema.endpointPath,
      success: { status: 200, schema: Type.Object({ deleted: Type.Literal(true) }) },
      errors: ['not_found'],
      handler: ({ params, caller }) => webhooks.remove(caller, params.id),
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/webhooks/:id/deliveries',
      resource,
      summary: 'List the last 50 deliveries to an endpoint, newest first',
      description: 'The service keeps deliveries for 30 days. It lists a delivery as failed until its result is known.',
      ...organization,
      feature: null,
      params: schema.endpointPath,
      success: { status: 200, schema: schema.deliveryList },
      errors: ['not_found'],
      handler: ({ params, caller }) => webhooks.deliveries(caller.organization.orgId, params.id),
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/webhooks/:id/deliveries/:deliveryId',
      resource,
      summary: 'Get a delivery with its payload',
      ...organization,
      feature: null,
      params: schema.deliveryPath,
      success: { status: 200, schema: schema.delivery },
      errors: ['not_found'],
      handler: ({ params, caller }) => webhooks.delivery(caller.organization.orgId, params.id, params.deliveryId),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/webhooks/:id/deliveries/:deliveryId/retry',
      resource,
      summary: 'Retry a failed delivery',
      description: 'Sends the same body with the same ID and a new signature. The response waits for the attempt.',
      ...organization,
      feature: 'webhooks',
      params: schema.deliveryPath,
      success: { status: 200, schema: schema.retried },
      errors: ['not_found', 'delivery_already_succeeded', 'endpoint_disabled'],
      handler: ({ params, caller }) => webhooks.retry(caller, params.id, params.deliveryId),
    }),
  ];
}
