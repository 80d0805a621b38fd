// The requests that the service itself sends, as `webhooks` of OpenAPI 3.1.
import type { Route, SentEvent } from '../define-route.ts';
import type { Json, Refer } from './component-schemas.ts';

export function describeWebhooks(routes: readonly Route[], refer: Refer): Record<string, { post: Json }> {
  const all = routes.flatMap(({ resource, webhooks = [] }) => webhooks.map((sent) => ({ ...sent, resource })));
  return Object.fromEntries(all.map((sent) => [sent.event, { post: operationOf(sent, refer) }]));
}

function operationOf({ event, when, schema, headers, resource }: SentEvent & { resource: string }, refer: Refer): Json {
  return {
    operationId: `receive${nameOf(event)}`,
    tags: [resource],
    summary: event,
    description: when,
    // The signature in the headers proves the sender.
    security: [],
    parameters: Object.entries(headers).map(([name, { description }]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    })),
    requestBody: { required: true, content: { 'application/json': { schema: refer(schema) } } },
    responses: {
      '2XX': { description: 'The event has arrived. The body of the response is ignored' },
      '410': { description: 'With queued delivery, the service disables the endpoint at once' },
      default: { description: 'The delivery failed. With queued delivery, the service tries again for 24 hours' },
    },
  };
}

/** `record.created` becomes `RecordCreated`. */
export function nameOf(event: string): string {
  return event
    .split(/[._]/)
    .map((word) => `${word[0]!.toUpperCase()}${word.slice(1)}`)
    .join('');
}
