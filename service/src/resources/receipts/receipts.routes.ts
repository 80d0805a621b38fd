// /v1/receipts (specification: Detection receipts). Public: anyone who has a receipt can check it.
import { defineRoute } from '../../http/define-route.ts';
import * as schema from './receipts.schema.ts';
import type { ReceiptsService } from './receipts.service.ts';

const resource = 'Receipts';
const anyone = { access: { caller: 'public' }, feature: null, limit: 'public', anyOrigin: true } as const;

export function receiptsRoutes(receipts: ReceiptsService) {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/receipts/keys',
      operation: 'getReceiptKeys',
      resource,
      summary: 'Get the public keys that sign detection receipts',
      description: 'Save the response to check receipts offline.',
      ...anyone,
      success: { status: 200, schema: schema.keys },
      errors: [],
      handler: () => receipts.publicKeys(),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/receipts/check',
      operation: 'checkReceipt',
      idempotency: 'repeatable',
      resource,
      summary: 'Check a detection receipt',
      description:
        'Says whether this service signed the receipt and, with `content_hash`, whether it is for that file. The service stores nothing. You can check a receipt offline too (docs/use/receipts.md).',
      ...anyone,
      body: schema.checkBody,
      success: { status: 200, schema: schema.findings },
      errors: [],
      handler: ({ body }) => receipts.check(body.receipt, body.content_hash),
    }),
  ];
}
