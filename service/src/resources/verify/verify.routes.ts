// /v1/verify (specification: Verification). Public and free. The limit is the one of the network,
// or with credentials first the one of the organization.

import { LARGEST_DELIVERED } from '@content-provenance/engine';
import { Type } from 'typebox';
import { defineRoute } from '../../http/define-route.ts';
import { archiveErrors } from '../../http/error-catalogue.ts';
import { networkOf } from '../../http/pipeline/network-of.ts';
import type { RecordListService } from '../records/record-list.service.ts';
import type { RecordsService } from '../records/records.service.ts';
import * as schema from './verify.schema.ts';
import { SEARCH_COST, type VerifyService } from './verify.service.ts';

const anyone = {
  access: { caller: 'public', scope: 'verify' },
  feature: null,
  limit: 'verify',
  anyOrigin: true,
} as const;
const resource = 'Verification';
/** In bytes: one file of the largest size in base64, and the JSON around 50 items. */
const largestBatch = Math.ceil((LARGEST_DELIVERED * 4) / 3) + 1024 * 1024;
const chargedSearch = `For audio or video without a token or a watermark, the service searches for the neural watermark and the fingerprint. This takes seconds, counts as ${SEARCH_COST} requests against your limit, and is included in the \`RateLimit\` header.`;

export function verifyRoutes(verification: VerifyService, records: RecordsService, lists: RecordListService) {
  return [
    defineRoute({
      method: 'POST',
      path: '/v1/verify',
      operation: 'verifyContent',
      idempotency: 'repeatable',
      resource,
      summary: 'Verify content',
      description: `Looks for a record by token, metadata, watermark, neural watermark, text fingerprint, perceptual hash and acoustic fingerprint, in this order. If it finds nothing, you learn nothing about the origin: absence of provenance data does not imply human origin. The service does not keep the upload. ${chargedSearch}`,
      ...anyone,
      upload: { field: 'content', largest: LARGEST_DELIVERED },
      body: schema.form,
      query: schema.receiptQuery,
      success: { status: 200, schema: schema.result },
      errors: archiveErrors,
      handler: ({ body, query, upload, ip, charge }) => {
        const { show_text: showText, localize, ...rest } = body;
        const options = { localize: localize === 'true', showText: showText === 'true', receipt: query.receipt };
        return verification.verify({ ...rest, ...options, content: upload! }, { network: networkOf(ip), charge });
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/verify/batch',
      operation: 'verifyBatch',
      idempotency: 'repeatable',
      resource,
      summary: 'Verify up to 50 items',
      description: `The results are in the order of the items. If the service cannot read an item, the item has an \`error\`, and the others are not affected. Each item counts as a request. ${chargedSearch}`,
      ...anyone,
      largestBody: largestBatch,
      cost: ({ items }) => items.length,
      body: schema.batch,
      query: schema.receiptQuery,
      success: { status: 200, schema: schema.batchResults },
      errors: [],
      handler: ({ body, query, ip, charge }) => {
        const items = body.items.map((item) => ({ ...item, receipt: query.receipt }));
        return verification.verifyBatch(items, { network: networkOf(ip), charge });
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/verify/status/:token',
      operation: 'getTokenStatus',
      resource,
      summary: 'Look up a token',
      description: 'Says what was signed, by whom and when. It says nothing about any file.',
      ...anyone,
      params: Type.Object({ token: Type.String({ maxLength: 200 }) }),
      success: { status: 200, schema: schema.status, headers: { 'cache-control': 'public, max-age=3600' } },
      errors: ['invalid_token', 'record_not_found', ...archiveErrors],
      handler: ({ params }) => records.statusByToken(params.token),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/records/find',
      operation: 'findRecords',
      idempotency: 'repeatable',
      resource: 'Records',
      summary: 'Find your record of a file',
      description: `Searches as POST /v1/verify does, but only among the records of your organization. No event, webhook or count is written. If the file has no record of yours, \`records\` is empty. The service does not keep the upload. For audio or video without a token or a watermark, a search counts as ${SEARCH_COST} requests.`,
      access: { caller: 'key-or-session', scope: 'records:read' },
      feature: null,
      limit: 'organization',
      anyOrigin: false,
      upload: { field: 'content', largest: LARGEST_DELIVERED },
      success: { status: 200, schema: schema.foundRecords },
      errors: archiveErrors,
      handler: async ({ upload, caller, charge }) => {
        const { orgId } = caller.organization;
        const { recordIds, source } = await verification.findOwn(caller, upload!, { network: orgId, charge });
        const records = await lists.listById(caller, recordIds);
        return { records, token_source: records.length > 0 ? source : null };
      },
    }),
  ];
}
