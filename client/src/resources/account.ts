// /v1/account and /v1/billing: the organization's name, API keys, branding, usage and plans.
import type { CallOptions } from '../call-limits.ts';
import type { Body } from '../operation.ts';
import type { Transport } from '../transport.ts';

export function accountOf({ call }: Transport) {
  return {
    rename: (name: string, options?: CallOptions) =>
      call('PATCH /v1/account/organization', { body: { name } }, options),
    /** What the service keeps about your records. */
    recordSettings: (options?: CallOptions) => call('GET /v1/account/record-settings', {}, options),
    changeRecordSettings: (body: Body<'PATCH /v1/account/record-settings'>, options?: CallOptions) =>
      call('PATCH /v1/account/record-settings', { body }, options),
    /** Recognizes your entries in the transparency log. Keep it private. */
    monitoringKey: (options?: CallOptions) => call('GET /v1/account/monitoring-key', {}, options),
    /** What one of your entries in the transparency log commits to. */
    logEntry: (index: number, options?: CallOptions) =>
      call('GET /v1/log/entries/{index}', { path: { index } }, options),
    listApiKeys: (options?: CallOptions) => call('GET /v1/account/api-keys', {}, options),
    /** A name, or all settings. Only this response contains the key. */
    createApiKey: (settings: string | Body<'POST /v1/account/api-keys'> = {}, options?: CallOptions) =>
      call(
        'POST /v1/account/api-keys',
        { body: typeof settings === 'string' ? { name: settings } : settings },
        options,
      ),
    changeApiKey: (keyId: string, body: Body<'PATCH /v1/account/api-keys/{key_id}'>, options?: CallOptions) =>
      call('PATCH /v1/account/api-keys/{key_id}', { path: { key_id: keyId }, body }, options),
    /** The old key works during the overlap. Only this response contains the new one. */
    rotateApiKey: (
      keyId: string,
      body: Body<'POST /v1/account/api-keys/{key_id}/rotate'> = {},
      options?: CallOptions,
    ) => call('POST /v1/account/api-keys/{key_id}/rotate', { path: { key_id: keyId }, body }, options),
    revokeApiKey: (keyId: string, options?: CallOptions) =>
      call('DELETE /v1/account/api-keys/{key_id}', { path: { key_id: keyId } }, options),
  };
}

export function brandingOf({ call }: Transport) {
  return {
    get: (options?: CallOptions) => call('GET /v1/account/branding', {}, options),
    change: (body: Body<'PATCH /v1/account/branding'>, options?: CallOptions) =>
      call('PATCH /v1/account/branding', { body }, options),
  };
}

export function billingOf({ call }: Transport) {
  return {
    usage: (options?: CallOptions) => call('GET /v1/billing/usage', {}, options),
    plans: (options?: CallOptions) => call('GET /v1/billing/plans', {}, options),
    planRequests: (options?: CallOptions) => call('GET /v1/billing/plan-requests', {}, options),
    requestPlan: (body: Body<'POST /v1/billing/plan-requests'>, options?: CallOptions) =>
      call('POST /v1/billing/plan-requests', { body }, options),
    withdrawPlanRequest: (requestId: string, options?: CallOptions) =>
      call('POST /v1/billing/plan-requests/{request_id}/withdraw', { path: { request_id: requestId } }, options),
  };
}
