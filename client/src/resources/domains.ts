// /v1/account/domains: domains that the organization controls.
import type { CallOptions } from '../call-limits.ts';
import type { Transport } from '../transport.ts';

export function domainsOf({ call }: Transport) {
  const at = (domainId: string) => ({ path: { domain_id: domainId } });
  return {
    /** Also returns how people see the organization. */
    list: (options?: CallOptions) => call('GET /v1/account/domains', {}, options),
    /** The response says what to publish. */
    add: (domain: string, options?: CallOptions) => call('POST /v1/account/domains', { body: { domain } }, options),
    check: (domainId: string, options?: CallOptions) =>
      call('POST /v1/account/domains/{domain_id}/check', at(domainId), options),
    remove: (domainId: string, options?: CallOptions) =>
      call('DELETE /v1/account/domains/{domain_id}', at(domainId), options),
  };
}
