// /v1/jobs: content that does not fit in a request (docs/specification/jobs.md).
import { Readable } from 'node:stream';
import type { ContentSource } from '@content-provenance/engine';
import { Type } from 'typebox';
import { defineRoute } from '../../http/define-route.ts';
import { answerWith } from '../../http/route-answer.ts';
import { file } from '../../http/schemas.ts';
import { type ByteRange, readRange } from './content-range.ts';
import { PART_BYTES } from './job-files.ts';
import * as schema from './jobs.schema.ts';
import type { JobsService, OpenContent } from './jobs.service.ts';

const resource = 'Jobs';
const forJobs = { caller: 'key-or-session', scope: 'jobs' } as const;
const organization = {
  feature: null,
  limit: 'organization',
  anyOrigin: false,
} as const;
const creating = ['job_limit_reached', 'job_storage_limit_reached', 'storage_refused', 'not_found'] as const;
/** There is no such job, or the API key is not allowed to use its generator. */
const ofOneJob = ['not_found', 'generator_not_allowed'] as const;
const jobParams = Type.Object({ job_id: schema.jobId });
const downloadPiece = 1024 * 1024;

export function jobsRoutes(jobs: JobsService) {
  return [
    defineRoute({
      method: 'POST',
      path: '/v1/jobs/sign',
      operation: 'createSignJob',
      idempotency: 'organization',
      resource,
      summary: 'Create a job that signs a large file',
      description:
        'For content of up to 5 GB, and videos of up to two hours with in_band. If the source is an upload, send its parts and start the job. If it is an object in a connected store, the job starts by itself. Counts as one signature, when the record is stored.',
      access: { caller: 'key-or-session', scope: 'sign' },
      ...organization,
      quota: true,
      body: schema.newSignJob,
      success: { status: 201, schema: schema.job },
      errors: [
        ...creating,
        'format_not_supported',
        'client_managed_generator',
        'generator_not_found',
        'generator_not_allowed',
        'forbidden',
        'signature_limit_reached',
      ],
      handler: ({ body, caller }) => {
        const { generator_id: generatorId, in_band: inBand = false, source, result, label, ...rest } = body;
        return jobs.createSign(caller, { ...rest, generatorId, inBand, label: label?.trim() }, source, result);
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/jobs/verify',
      operation: 'createVerifyJob',
      idempotency: 'organization',
      resource,
      summary: 'Create a job that verifies a large file',
      description:
        'For content of up to 5 GB. Otherwise it works as POST /v1/verify: free, and if the file has a record, its organization gets an event.',
      access: { caller: 'key-or-session', scope: 'verify' },
      ...organization,
      body: schema.newVerifyJob,
      success: { status: 201, schema: schema.job },
      errors: [...creating],
      handler: ({ body: { source, localize = false, ...rest }, caller }) =>
        jobs.createVerify(caller, { ...rest, localize }, source),
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/jobs',
      operation: 'listJobs',
      resource,
      summary: 'List jobs, newest first',
      access: forJobs,
      ...organization,
      query: Type.Object({
        limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
        cursor: Type.Optional({ ...schema.jobId, description: 'next_cursor of the previous page' }),
      }),
      success: { status: 200, schema: schema.jobList },
      errors: ['generator_not_allowed'],
      handler: ({ query, caller }) => jobs.list(caller, query.limit, query.cursor),
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/jobs/:job_id',
      operation: 'getJob',
      resource,
      summary: 'Get a job with its progress and its result',
      access: forJobs,
      ...organization,
      params: jobParams,
      success: { status: 200, schema: schema.job },
      errors: [...ofOneJob],
      handler: ({ params, caller }) => jobs.get(caller, params.job_id),
    }),
    defineRoute({
      method: 'PUT',
      path: '/v1/jobs/:job_id/parts/:number',
      operation: 'putJobPart',
      resource,
      summary: 'Send a part of the upload',
      description:
        'The body is the part: bytes (number - 1) × part_bytes of the file and the following ones. Every part except the last one has exactly part_bytes. You can send parts in any order, several at once, and again. The response has the SHA-256 of what is stored.',
      access: forJobs,
      ...organization,
      upload: { field: 'body', largest: PART_BYTES, types: ['application/octet-stream'] },
      params: Type.Object({ job_id: schema.jobId, number: schema.partNumber }),
      success: { status: 200, schema: schema.storedPart },
      errors: [...ofOneJob, 'job_not_uploading'],
      handler: ({ params, upload, caller }) => jobs.putPart(caller, params.job_id, params.number, upload!),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/jobs/:job_id/start',
      operation: 'startJob',
      idempotency: 'repeatable',
      resource,
      summary: 'Start a job when all parts are stored',
      description: 'A job that has started stays as it is.',
      access: forJobs,
      ...organization,
      params: jobParams,
      success: { status: 200, schema: schema.job },
      errors: [...ofOneJob, 'job_parts_missing'],
      handler: ({ params, caller }) => jobs.start(caller, params.job_id),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/jobs/:job_id/cancel',
      operation: 'cancelJob',
      idempotency: 'repeatable',
      resource,
      summary: 'Cancel a job',
      description:
        'Its files are deleted. A job that is storing its record cannot be canceled any more, so a canceled job has no record.',
      access: forJobs,
      ...organization,
      params: jobParams,
      success: { status: 200, schema: schema.job },
      errors: [...ofOneJob, 'job_not_cancelable'],
      handler: ({ params, caller }) => jobs.cancel(caller, params.job_id),
    }),
    defineRoute({
      method: 'DELETE',
      path: '/v1/jobs/:job_id',
      operation: 'deleteJob',
      resource,
      summary: 'Delete a finished job with its file',
      description: 'Its record stays, and so does an object in a connected store.',
      access: forJobs,
      ...organization,
      params: jobParams,
      success: { status: 200, schema: Type.Object({ deleted: Type.Literal(true) }) },
      errors: [...ofOneJob, 'job_unfinished'],
      handler: ({ params, caller }) => jobs.remove(caller, params.job_id),
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/jobs/:job_id/content',
      operation: 'getJobContent',
      resource,
      summary: 'Download the signed file',
      description:
        'Send `Range` to continue a download, with the ETag in `If-Range`. The service then returns 206 with that range.',
      access: forJobs,
      ...organization,
      params: jobParams,
      success: {
        status: 200,
        schema: file,
        contentType: 'application/octet-stream',
        sends: {
          ETag: { description: 'The SHA-256 of the whole file' },
          'Accept-Ranges': { description: 'bytes' },
          'Content-Length': { description: 'Bytes of this response' },
        },
        ranges: true,
      },
      errors: [...ofOneJob, 'range_not_satisfiable'],
      handler: async ({ params, headers, caller }) => {
        const content = await jobs.openContent(caller, params.job_id);
        const etag = `"${content.sha256}"`;
        const isSame = headers['if-range'] === undefined || headers['if-range'] === etag;
        const range = isSame ? readRange(headers.range, content.size) : undefined;
        return answerWith(...answerOf(content, etag, range));
      },
    }),
  ];
}

function answerOf({ size, mimeType, source }: OpenContent, etag: string, range: ByteRange | undefined) {
  const { start, end } = range ?? { start: 0, end: size };
  const headers = {
    'content-type': mimeType,
    etag,
    'accept-ranges': 'bytes',
    'content-length': String(end - start),
    ...(range && { 'content-range': `bytes ${start}-${end - 1}/${size}` }),
  };
  return [Readable.from(readFrom(source, start, end)), headers, range ? 206 : undefined] as const;
}

/** A caller that reads slowly keeps one piece in memory. */
async function* readFrom(source: ContentSource, start: number, end: number) {
  for (let at = start; at < end; at += downloadPiece) yield source.read(at, Math.min(downloadPiece, end - at));
}
