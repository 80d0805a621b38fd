// /v1/audit, /v1/analytics and /v1/attestation: reports about the organization.
import type { CallOptions } from '../call-limits.ts';
import type { Query } from '../operation.ts';
import type { Transport } from '../transport.ts';

export function auditOf({ call, download }: Transport) {
  return {
    list: (query: Query<'GET /v1/audit'> = {}, options?: CallOptions) => call('GET /v1/audit', { query }, options),
    export: (query: Query<'GET /v1/audit/export'>, options?: CallOptions) =>
      download('GET /v1/audit/export', { query }, options),
  };
}

export function analyticsOf({ call }: Transport) {
  return {
    overview: (days?: number, options?: CallOptions) =>
      call('GET /v1/analytics/overview', { query: days === undefined ? {} : { days } }, options),
    hours: (hours?: number, options?: CallOptions) =>
      call('GET /v1/analytics/hours', { query: hours === undefined ? {} : { hours } }, options),
    record: (recordId: string, query: Query<'GET /v1/analytics/records/{id}'> = undefined, options?: CallOptions) =>
      call('GET /v1/analytics/records/{id}', { path: { id: recordId }, query }, options),
  };
}

/** Needs an API key. A session does not work. */
export function attestationOf({ call, download }: Transport) {
  return {
    get: (query: Query<'GET /v1/attestation'> = {}, options?: CallOptions) =>
      call('GET /v1/attestation', { query }, options),
    export: (query: Query<'GET /v1/attestation/export'>, options?: CallOptions) =>
      download('GET /v1/attestation/export', { query }, options),
  };
}
