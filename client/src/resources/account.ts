// /v1/account and /v1/billing: the organization's name, API keys, branding, usage and plans.
import type { Body } from '../operation.ts';
import type { Transport } from '../transport.ts';

export function accountOf({ call }: Transport) {
  return {
    rename: (name: string) => call('PATCH /v1/account/organization', { body: { name } }),
    /** What the service keeps about your records. */
    recordSettings: () => call('GET /v1/account/record-settings', {}),
    changeRecordSettings: (body: Body<'PATCH /v1/account/record-settings'>) =>
      call('PATCH /v1/account/record-settings', { body }),
    listApiKeys: () => call('GET /v1/account/api-keys', {}),
    /** Only this response contains the key. */
    createApiKey: (name?: string) => call('POST /v1/account/api-keys', { body: name === undefined ? {} : { name } }),
    revokeApiKey: (keyId: string) => call('DELETE /v1/account/api-keys/{key_id}', { path: { key_id: keyId } }),
  };
}

export function brandingOf({ call }: Transport) {
  return {
    get: () => call('GET /v1/account/branding', {}),
    change: (body: Body<'PATCH /v1/account/branding'>) => call('PATCH /v1/account/branding', { body }),
  };
}

export function billingOf({ call }: Transport) {
  return {
    usage: () => call('GET /v1/billing/usage', {}),
    plans: () => call('GET /v1/billing/plans', {}),
    planRequests: () => call('GET /v1/billing/plan-requests', {}),
    requestPlan: (body: Body<'POST /v1/billing/plan-requests'>) => call('POST /v1/billing/plan-requests', { body }),
    withdrawPlanRequest: (requestId: string) =>
      call('POST /v1/billing/plan-requests/{request_id}/withdraw', { path: { request_id: requestId } }),
  };
}
