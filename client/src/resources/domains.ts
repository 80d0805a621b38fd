// /v1/account/domains: domains that the organization controls.
import type { Transport } from '../transport.ts';

export function domainsOf({ call }: Transport) {
  const at = (domainId: string) => ({ path: { domain_id: domainId } });
  return {
    /** Also returns how people see the organization. */
    list: () => call('GET /v1/account/domains', {}),
    /** The response says what to publish. */
    add: (domain: string) => call('POST /v1/account/domains', { body: { domain } }),
    check: (domainId: string) => call('POST /v1/account/domains/{domain_id}/check', at(domainId)),
    remove: (domainId: string) => call('DELETE /v1/account/domains/{domain_id}', at(domainId)),
  };
}
