// The body of each webhook event as a schema, from the catalog: for OpenAPI and the types of the
// clients.
import { Type } from 'typebox';
import type { SentEvent } from '../../http/define-route.ts';
import { nameOf } from '../../http/documents/openapi-webhooks.ts';
import { timestamp } from '../../http/schemas.ts';
import { webhookCatalogue, webhookEvents } from './webhook-catalogue.ts';

const headers = {
  'X-Service-Signature': {
    description: 't=<unix seconds>,v1=<hex>: the HMAC-SHA256 of `<t>.<body>` with the secret of the endpoint',
  },
  'webhook-id': { description: 'The same as `id` (Standard Webhooks)' },
  'webhook-timestamp': { description: 'Unix seconds (Standard Webhooks)' },
  'webhook-signature': { description: 'The signature of Standard Webhooks' },
};

export const sentEvents: readonly SentEvent[] = webhookEvents.map((event) => {
  const { when, fields } = webhookCatalogue[event];
  const name = nameOf(event);
  const schema = Type.Object(
    {
      id: Type.String({ format: 'uuid', description: 'ID of the delivery. Ignore an ID that you have seen before' }),
      event: Type.Literal(event),
      timestamp,
      org_id: Type.String({ description: 'ID of your organization' }),
      test: Type.Optional(Type.Literal(true, { description: 'A test event: nothing happened' })),
      data: Type.Object({ ...fields }, { title: `${name}Data` }),
    },
    { title: `${name}Event`, description: when },
  );
  return { event, when, schema, headers };
});
