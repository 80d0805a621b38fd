// /v1/audit, /v1/analytics and /v1/attestation: reports about the organization.
import type { Query } from '../operation.ts';
import type { Transport } from '../transport.ts';

export function auditOf({ call, download }: Transport) {
  return {
    list: (query: Query<'GET /v1/audit'> = {}) => call('GET /v1/audit', { query }),
    export: (query: Query<'GET /v1/audit/export'>) => download('GET /v1/audit/export', { query }),
  };
}

export function analyticsOf({ call }: Transport) {
  return {
    overview: (days?: number) => call('GET /v1/analytics/overview', { query: days === undefined ? {} : { days } }),
    hours: (hours?: number) => call('GET /v1/analytics/hours', { query: hours === undefined ? {} : { hours } }),
    record: (recordId: string, query: Query<'GET /v1/analytics/records/{id}'> = undefined) =>
      call('GET /v1/analytics/records/{id}', { path: { id: recordId }, query }),
  };
}

/** Needs an API key. A session does not work. */
export function attestationOf({ call, download }: Transport) {
  return {
    get: (query: Query<'GET /v1/attestation'> = {}) => call('GET /v1/attestation', { query }),
    export: (query: Query<'GET /v1/attestation/export'>) => download('GET /v1/attestation/export', { query }),
  };
}
