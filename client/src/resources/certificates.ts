// /v1/c2pa/certificates: certificates that sign manifests for other programs.
import type { Body } from '../operation.ts';
import type { Transport } from '../transport.ts';

export function certificatesOf({ call }: Transport) {
  const at = (certificateId: string) => ({ path: { certificate_id: certificateId } });
  return {
    /** Newest first, with the default signature of manifests. */
    list: () => call('GET /v1/c2pa/certificates', {}),
    /** The response has the signing request for your authority. */
    request: (body: Body<'POST /v1/c2pa/certificates'>) => call('POST /v1/c2pa/certificates', { body }),
    /** chain: PEM, the certificate of the key first. */
    complete: (certificateId: string, chain: string) =>
      call('PUT /v1/c2pa/certificates/{certificate_id}/chain', { ...at(certificateId), body: { chain } }),
    import: (body: Body<'POST /v1/c2pa/certificates/import'>) => call('POST /v1/c2pa/certificates/import', { body }),
    renew: (certificateId: string) => call('POST /v1/c2pa/certificates/{certificate_id}/renew', at(certificateId)),
    revoke: (certificateId: string) => call('POST /v1/c2pa/certificates/{certificate_id}/revoke', at(certificateId)),
    setDefaultSignature: (signature: 'ml-dsa-65' | 'classical') =>
      call('PUT /v1/c2pa/default-signature', { body: { default_signature: signature } }),
  };
}
