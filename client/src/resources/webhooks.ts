// /v1/webhooks: endpoints and their delivery log.
import type { CallOptions } from '../call-limits.ts';
import type { Body } from '../operation.ts';
import type { Transport } from '../transport.ts';

export function webhooksOf({ call }: Transport) {
  const at = (id: string) => ({ path: { id } });
  return {
    list: (options?: CallOptions) => call('GET /v1/webhooks', {}, options),
    /** When each event is sent, its fields, and an example. */
    events: (options?: CallOptions) => call('GET /v1/webhooks/events', {}, options),
    /** Only this response contains the secret. */
    create: (body: Body<'POST /v1/webhooks'>, options?: CallOptions) => call('POST /v1/webhooks', { body }, options),
    change: (id: string, body: Body<'PATCH /v1/webhooks/{id}'>, options?: CallOptions) =>
      call('PATCH /v1/webhooks/{id}', { ...at(id), body }, options),
    remove: (id: string, options?: CallOptions) => call('DELETE /v1/webhooks/{id}', at(id), options),
    /** Sends an example of an event, marked as a test. */
    test: (id: string, body: Body<'POST /v1/webhooks/{id}/test'>, options?: CallOptions) =>
      call('POST /v1/webhooks/{id}/test', { ...at(id), body }, options),
    deliveries: (id: string, options?: CallOptions) => call('GET /v1/webhooks/{id}/deliveries', at(id), options),
    /** A delivery with its payload and headers. */
    delivery: (id: string, deliveryId: string, options?: CallOptions) =>
      call('GET /v1/webhooks/{id}/deliveries/{deliveryId}', { path: { id, deliveryId } }, options),
    retry: (id: string, deliveryId: string, options?: CallOptions) =>
      call('POST /v1/webhooks/{id}/deliveries/{deliveryId}/retry', { path: { id, deliveryId } }, options),
  };
}
