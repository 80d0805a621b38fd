// /v1/webhooks: endpoints and their delivery log.
import type { Body } from '../operation.ts';
import type { Transport } from '../transport.ts';

export function webhooksOf({ call }: Transport) {
  const at = (id: string) => ({ path: { id } });
  return {
    list: () => call('GET /v1/webhooks', {}),
    /** When each event is sent, its fields, and an example. */
    events: () => call('GET /v1/webhooks/events', {}),
    /** Only this response contains the secret. */
    create: (body: Body<'POST /v1/webhooks'>) => call('POST /v1/webhooks', { body }),
    change: (id: string, body: Body<'PATCH /v1/webhooks/{id}'>) => call('PATCH /v1/webhooks/{id}', { ...at(id), body }),
    remove: (id: string) => call('DELETE /v1/webhooks/{id}', at(id)),
    /** Sends an example of an event, marked as a test. */
    test: (id: string, body: Body<'POST /v1/webhooks/{id}/test'>) =>
      call('POST /v1/webhooks/{id}/test', { ...at(id), body }),
    deliveries: (id: string) => call('GET /v1/webhooks/{id}/deliveries', at(id)),
    /** A delivery with its payload and headers. */
    delivery: (id: string, deliveryId: string) =>
      call('GET /v1/webhooks/{id}/deliveries/{deliveryId}', { path: { id, deliveryId } }),
    retry: (id: string, deliveryId: string) =>
      call('POST /v1/webhooks/{id}/deliveries/{deliveryId}/retry', { path: { id, deliveryId } }),
  };
}
