// The input and output of the webhook routes (specification: Webhooks).
import { Type } from 'typebox';
import { nullable, timestamp } from '../../http/schemas.ts';
import { planNames } from '../../plans/plans.ts';
import { webhookEvents } from './webhook-catalogue.ts';

const url = Type.String({
  maxLength: 2_048,
  examples: ['https://hooks.example.com/provenance'],
  description: 'An https:// URL at a public address',
});
const events = Type.Array(Type.Enum([...webhookEvents]), { minItems: 1, maxItems: 50 });
const status = Type.Enum(['active', 'disabled']);

const endpointFields = {
  webhook_id: Type.String({ format: 'uuid' }),
  url: Type.String(),
  events: Type.Array(Type.Enum([...webhookEvents])),
  status,
  failure_count: Type.Integer({ description: 'Failures in a row. At five, the service disables the endpoint' }),
  created_at: timestamp,
};

export const endpoint = Type.Object(endpointFields);
export const createdEndpoint = Type.Object({
  ...endpointFields,
  secret: Type.String({ description: 'Signs every delivery. Returned only in this response' }),
});
export const endpointList = Type.Object({
  endpoints: Type.Array(endpoint),
  plan: Type.Enum([...planNames]),
  webhooks_enabled: Type.Boolean({ description: 'Whether the plan includes webhooks' }),
});

export const newEndpoint = Type.Object({ url, events });
export const changes = Type.Object(
  { url: Type.Optional(url), events: Type.Optional(events), status: Type.Optional(status) },
  { minProperties: 1 },
);

export const endpointPath = Type.Object({ id: Type.String({ maxLength: 100 }) });
export const deliveryPath = Type.Object({
  id: Type.String({ maxLength: 100 }),
  deliveryId: Type.String({ maxLength: 100 }),
});

const deliveryFields = {
  delivery_id: Type.String({ format: 'uuid', description: 'The ID of the envelope' }),
  webhook_id: Type.String({ format: 'uuid' }),
  event: Type.String(),
  status: Type.Enum(['delivered', 'failed']),
  status_code: nullable(Type.Integer({ description: 'null: no response' })),
  response_body: nullable(Type.String({ description: 'The first 4 KB of the response' })),
  failure: nullable(Type.String({ description: 'Why there is no response' })),
  latency_ms: nullable(Type.Integer()),
  attempts: Type.Integer(),
  created_at: timestamp,
  test: Type.Boolean({ description: 'Whether it is a test event. Its payload then has `"test": true`' }),
};

export const deliveryList = Type.Object({ deliveries: Type.Array(Type.Object(deliveryFields)) });
export const delivery = Type.Object({
  ...deliveryFields,
  payload: Type.String({ description: 'The request body. The signature covers it' }),
  request_headers: Type.Union([Type.Record(Type.String(), Type.String()), Type.Null()], {
    description: 'The headers of the last attempt. null: it was not sent, or by a release that did not keep them',
  }),
});

export const catalogue = Type.Object({
  events: Type.Array(
    Type.Object({
      event: Type.Enum([...webhookEvents]),
      when: Type.String({ description: 'When the service sends it' }),
      fields: Type.Array(Type.Object({ name: Type.String(), description: Type.String() }), {
        description: 'The fields of `data`',
      }),
      example: Type.Record(Type.String(), Type.Unknown(), { description: 'An example of `data`' }),
    }),
  ),
});

export const testEvent = Type.Object({ event: Type.Enum([...webhookEvents]) });
export const tested = Type.Object({
  success: Type.Boolean({ description: 'Whether the endpoint returned a 2xx status' }),
  delivery_id: Type.String({ format: 'uuid' }),
});

export const retried = Type.Object({ success: Type.Boolean({ description: 'Whether the attempt succeeded' }) });
