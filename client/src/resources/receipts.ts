// /v1/receipts: the keys of detection receipts, and a check by the service. To check a receipt
// offline, use `verifyReceipt` from `@content-provenance/client/signing`.
import type { CallOptions } from '../call-limits.ts';
import type { Body } from '../operation.ts';
import type { Transport } from '../transport.ts';

export function receiptsOf({ call }: Transport) {
  return {
    /** The public keys that sign receipts. Save the response to check receipts offline. */
    keys: (options?: CallOptions) => call('GET /v1/receipts/keys', {}, options),
    check: (body: Body<'POST /v1/receipts/check'>, options?: CallOptions) =>
      call('POST /v1/receipts/check', { body }, options),
  };
}
