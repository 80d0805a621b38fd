// /v1/records: what was signed.
import type { Body, Query } from '../operation.ts';
import type { Transport } from '../transport.ts';

export function recordsOf({ call }: Transport) {
  return {
    /** The organization's own, newest first; `next_cursor` goes into `before`. */
    list: (query: Query<'GET /v1/records'> = {}) => call('GET /v1/records', { query }),
    get: (recordId: string) => call('GET /v1/records/{record_id}', { path: { record_id: recordId } }),
    c2pa: (recordId: string) => call('GET /v1/records/{record_id}/c2pa', { path: { record_id: recordId } }),
    submit: (body: Body<'POST /v1/records'>, idempotencyKey?: string) =>
      call('POST /v1/records', { body, ...keyed(idempotencyKey) }),
    submitBatch: (body: Body<'POST /v1/records/batch'>, idempotencyKey?: string) =>
      call('POST /v1/records/batch', { body, ...keyed(idempotencyKey) }),
  };
}

function keyed(idempotencyKey: string | undefined) {
  return idempotencyKey === undefined ? {} : { headers: { 'idempotency-key': idempotencyKey } };
}
