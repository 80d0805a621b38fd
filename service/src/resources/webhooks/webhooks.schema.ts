// The input and output of the webhook routes (specification: Webhooks).
import { Type } from 'typebox';
import { nullable, planName, timestamp } from '../../http/schemas.ts';
import { webhookEvents } from './webhook-catalogue.ts';

const webhookEvent = Type.Enum([...webhookEvents], { title: 'WebhookEvent' });
const url = Type.String({
  maxLength: 2_048,
  examples: ['https://hooks.example.com/provenance'],
  description: 'An https:// URL at a public address',
});
const events = Type.Array(webhookEvent, { minItems: 1, maxItems: 50 });
const status = Type.Enum(['active', 'disabled']);
const mode = Type.Enum(['synchronous', 'queued'], {
  title: 'WebhookDeliveryMode',
  description:
    'synchronous: one attempt during the request that causes the event. queued: soon after the request, with retries for 24 hours, in order for each record. Default: synchronous',
});

const endpointFields = {
  webhook_id: Type.String({ format: 'uuid' }),
  url: Type.String(),
  events: Type.Array(webhookEvent),
  status,
  delivery: mode,
  failure_count: Type.Integer({
    description: 'Failures in a row. At five, the service disables an endpoint with synchronous delivery',
  }),
  failing_since: nullable(
    Type.String({
      format: 'date-time',
      description:
        'With queued delivery, the first failure since the last success. After three days, the service disables the endpoint',
    }),
  ),
  created_at: timestamp,
};

export const endpoint = Type.Object(endpointFields, { title: 'Webhook' });
export const createdEndpoint = Type.Object(
  {
    ...endpointFields,
    secret: Type.String({ description: 'Signs every delivery. Returned only in this response' }),
  },
  { title: 'CreatedWebhook' },
);
export const endpointList = Type.Object({
  endpoints: Type.Array(endpoint),
  plan: planName,
  webhooks_enabled: Type.Boolean({ description: 'Whether the plan includes webhooks' }),
});

export const newEndpoint = Type.Object({ url, events, delivery: Type.Optional(mode) });
export const changes = Type.Object(
  {
    url: Type.Optional(url),
    events: Type.Optional(events),
    status: Type.Optional(status),
    delivery: Type.Optional(mode),
  },
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
  status: Type.Enum(['delivered', 'failed', 'pending'], {
    description: 'pending: in the queue. The service attempts it until it is delivered, for 24 hours',
  }),
  status_code: nullable(Type.Integer({ description: 'null: no response' })),
  response_body: nullable(Type.String({ description: 'The first 4 KB of the response' })),
  failure: nullable(Type.String({ description: 'Why there is no response' })),
  latency_ms: nullable(Type.Integer()),
  attempts: Type.Integer(),
  next_attempt_at: nullable(
    Type.String({
      format: 'date-time',
      description:
        'When the service attempts a pending delivery. null while pending: after an earlier delivery about the same record',
    }),
  ),
  created_at: timestamp,
  test: Type.Boolean({ description: 'Whether it is a test event. Its payload then has `"test": true`' }),
};

export const deliveryList = Type.Object({
  deliveries: Type.Array(Type.Object(deliveryFields, { title: 'ListedDelivery' })),
});
export const delivery = Type.Object(
  {
    ...deliveryFields,
    payload: Type.String({ description: 'The request body. The signature covers it' }),
    request_headers: Type.Union([Type.Record(Type.String(), Type.String()), Type.Null()], {
      description: 'The headers of the last attempt. null: it was not sent, or by a release that did not keep them',
    }),
  },
  { title: 'WebhookDelivery' },
);

export const catalogue = Type.Object({
  events: Type.Array(
    Type.Object({
      event: webhookEvent,
      when: Type.String({ description: 'When the service sends it' }),
      fields: Type.Array(Type.Object({ name: Type.String(), description: Type.String() }), {
        description: 'The fields of `data`',
      }),
      example: Type.Record(Type.String(), Type.Unknown(), { description: 'An example of `data`' }),
    }),
  ),
});

export const testEvent = Type.Object({ event: webhookEvent });
export const tested = Type.Object({
  success: Type.Boolean({ description: 'Whether the endpoint returned a 2xx status' }),
  delivery_id: Type.String({ format: 'uuid' }),
});

export const retried = Type.Object({ success: Type.Boolean({ description: 'Whether the attempt succeeded' }) });
