// /v1/records (specification: Signing client side, Records and C2PA).

import { Type } from 'typebox';
import { defineRoute } from '../../http/define-route.ts';
import { archiveErrors } from '../../http/error-catalogue.ts';
import { answerWith } from '../../http/route-answer.ts';
import { savedAs } from '../../http/schemas.ts';
import type { BundlesService } from './bundles.service.ts';
import * as schema from './records.schema.ts';
import type { RecordsService } from './records.service.ts';

const resource = 'Records';
const signer = {
  access: { caller: 'key-or-session', scope: 'sign' },
  limit: 'organization',
  anyOrigin: false,
} as const;
const anyone = { access: { caller: 'public' }, feature: null, limit: 'public', anyOrigin: true } as const;
const submissionErrors = [
  'generator_not_allowed',
  'signature_invalid',
  'format_not_supported',
  'signature_limit_reached',
  'forbidden',
  'generator_not_found',
  'watermark_id_taken',
  ...archiveErrors,
] as const;

export function recordsRoutes(records: RecordsService, bundles: BundlesService) {
  return [
    defineRoute({
      method: 'POST',
      path: '/v1/records',
      operation: 'submitRecord',
      idempotency: 'organization',
      resource,
      summary: 'Store a record that you signed yourself',
      description:
        'The content stays with you. You send only its hash and the signature. Counts as one signature. If you send the same record again, you get the first response.',
      ...signer,
      feature: null,
      quota: true,
      body: schema.submission,
      success: { status: 201, schema: schema.stored },
      errors: submissionErrors,
      handler: ({ body, caller }) => records.submit(caller, body),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/records/batch',
      operation: 'submitRecords',
      idempotency: 'organization',
      resource,
      summary: 'Store up to 50 records, all or none',
      description: 'The results are in the order of the input. Each record counts as one signature.',
      ...signer,
      feature: 'batch_records',
      quota: true,
      largestBody: 10 * 1024 * 1024,
      body: schema.batch,
      success: { status: 201, schema: schema.storedBatch },
      errors: submissionErrors,
      handler: ({ body, caller }) => records.submitBatch(caller, body.records),
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/records/:record_id',
      operation: 'getRecord',
      resource,
      summary: 'Get a record',
      description: 'Contains everything that you need to check the signature without trusting this service.',
      ...anyone,
      params: schema.recordId,
      success: { status: 200, schema: schema.fullRecord },
      errors: ['record_not_found', ...archiveErrors],
      handler: ({ params }) => records.get(params.record_id),
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/records/:record_id/c2pa',
      operation: 'exportRecordAsC2pa',
      resource,
      summary: 'Get a record as C2PA-compatible JSON',
      description: 'A compatibility export, not a signed manifest.',
      ...anyone,
      params: schema.recordId,
      success: { status: 200, schema: schema.c2paManifest, headers: { 'cache-control': 'public, max-age=3600' } },
      errors: ['record_not_found', ...archiveErrors],
      handler: ({ params }) => records.exportC2pa(params.record_id),
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/records/:record_id/bundle',
      operation: 'getRecordBundle',
      resource,
      summary: 'Get the proof bundle of a record, for offline verification',
      description:
        'Contains the record, the signed payload, the signature, the public key with its status, and the certificates of the service. The service signs the bundle. With the bundle and the content, you can check the signature and the hash offline. The file is canonical JSON: do not change any byte.',
      ...anyone,
      params: schema.recordId,
      success: { status: 200, schema: Type.Any(), contentType: 'application/json; charset=utf-8', sends: savedAs },
      errors: ['record_not_found', ...archiveErrors],
      handler: async ({ params }) => {
        const { bytes, name } = await bundles.make(params.record_id);
        return answerWith(bytes, {
          'content-type': 'application/json; charset=utf-8',
          'content-disposition': `attachment; filename="${name}"`,
        });
      },
    }),
  ];
}
