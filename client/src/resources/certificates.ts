// /v1/c2pa/certificates: certificates that sign manifests for other programs.
import type { CallOptions } from '../call-limits.ts';
import type { Body } from '../operation.ts';
import type { Transport } from '../transport.ts';

export function certificatesOf({ call }: Transport) {
  const at = (certificateId: string) => ({ path: { certificate_id: certificateId } });
  return {
    /** Newest first, with the default signature of manifests. */
    list: (options?: CallOptions) => call('GET /v1/c2pa/certificates', {}, options),
    /** The response has the signing request for your authority. */
    request: (body: Body<'POST /v1/c2pa/certificates'>, options?: CallOptions) =>
      call('POST /v1/c2pa/certificates', { body }, options),
    /** chain: PEM, the certificate of the key first. */
    complete: (certificateId: string, chain: string, options?: CallOptions) =>
      call('PUT /v1/c2pa/certificates/{certificate_id}/chain', { ...at(certificateId), body: { chain } }, options),
    import: (body: Body<'POST /v1/c2pa/certificates/import'>, options?: CallOptions) =>
      call('POST /v1/c2pa/certificates/import', { body }, options),
    renew: (certificateId: string, options?: CallOptions) =>
      call('POST /v1/c2pa/certificates/{certificate_id}/renew', at(certificateId), options),
    revoke: (certificateId: string, options?: CallOptions) =>
      call('POST /v1/c2pa/certificates/{certificate_id}/revoke', at(certificateId), options),
    setDefaultSignature: (signature: 'ml-dsa-65' | 'classical', options?: CallOptions) =>
      call('PUT /v1/c2pa/default-signature', { body: { default_signature: signature } }, options),
  };
}
