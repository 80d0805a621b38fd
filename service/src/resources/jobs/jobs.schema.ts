// The shapes of /v1/jobs (docs/specification/jobs.md).
import { watermarkChoices } from '@content-provenance/engine';
import { Type } from 'typebox';
import { mediaFormat, nullable, timestamp } from '../../http/schemas.ts';
import { label, logIndex } from '../records/records.service.ts';
import { verificationResult } from '../verify/verify.service.ts';
import { LARGEST_SOURCE, PART_BYTES } from './job-files.ts';

export const jobId = Type.String({ maxLength: 100, pattern: '^job_[0-9a-f]{32}$' });
export const partNumber = Type.Integer({ minimum: 1, maximum: Math.ceil(LARGEST_SOURCE / PART_BYTES) });

const objectPlace = Type.Object(
  {
    connection_id: Type.String({ maxLength: 100, description: 'ID of a storage connection' }),
    object: Type.String({ minLength: 1, maxLength: 700, description: 'Key of the object, below the prefix' }),
  },
  {
    title: 'StoredObject',
    additionalProperties: false,
    description:
      'An object in a connected store. As the source of a job: null means an upload. As its result: an object with this key is replaced, and null means only for download',
  },
);

const newSource = Type.Union(
  [
    Type.Object(
      {
        upload: Type.Object(
          {
            size: Type.Integer({ minimum: 1, maximum: LARGEST_SOURCE, description: 'Size of the file in bytes' }),
            file_name: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
          },
          { additionalProperties: false },
        ),
      },
      { title: 'NewUpload', additionalProperties: false, description: 'You send the file in parts' },
    ),
    objectPlace,
  ],
  { title: 'JobSource', description: 'An upload, or an object in a connected store' },
);

export const newSignJob = Type.Object({
  model: Type.String({ minLength: 1, maxLength: 200, description: 'Name of the AI model' }),
  generator_id: Type.String({ minLength: 1, maxLength: 100 }),
  format: Type.Optional(mediaFormat),
  neural: Type.Optional(Type.Boolean({ description: 'As in POST /v1/sign' })),
  watermark: Type.Optional(Type.Enum(watermarkChoices, { description: 'As in POST /v1/sign' })),
  in_band: Type.Optional(
    Type.Boolean({
      description:
        'true: a video carries the watermark in every frame and in its audio. The service encodes it again. Up to two hours',
    }),
  ),
  label: Type.Optional(label),
  source: newSource,
  result: Type.Optional(objectPlace),
});

export const newVerifyJob = Type.Object({
  token: Type.Optional(Type.String({ maxLength: 200, description: 'As in POST /v1/verify' })),
  format: Type.Optional(mediaFormat),
  localize: Type.Optional(Type.Boolean({ description: 'As in POST /v1/verify' })),
  source: newSource,
});

const jobKind = Type.Enum(['sign', 'verify'], { title: 'JobKind' });
const jobState = Type.Enum(['uploading', 'waiting', 'running', 'succeeded', 'failed', 'canceled'], {
  title: 'JobState',
  description:
    'uploading: the service waits for parts. waiting: the job waits for a free worker. running: a worker processes it. succeeded, failed and canceled are final',
});

const signedFile = Type.Object(
  {
    record_id: Type.String({ format: 'uuid' }),
    token: Type.String({ description: 'The token, which is also embedded in the content' }),
    log_index: Type.Optional(logIndex),
    format: mediaFormat,
    exact_format: Type.String({ description: 'Such as mp4' }),
    mime_type: Type.String(),
    size: Type.Integer({ description: 'Bytes' }),
    sha256: Type.String({ description: 'SHA-256 of the signed file in hex' }),
    carries: Type.Array(Type.String(), { description: 'What is in the file: token, watermark, in_band, neural' }),
    notes: Type.Array(Type.String(), { description: 'What was left out, if anything, in words for people' }),
  },
  { title: 'SignedFile' },
);

const summary = {
  job_id: Type.String(),
  kind: jobKind,
  state: jobState,
  progress: Type.Number({ description: 'From 0 to 1. It never falls while a worker processes the job' }),
  size: Type.Integer({ description: 'Size of the source in bytes' }),
  file_name: nullable(Type.String({ description: 'The name that the upload has' })),
  source: nullable(objectPlace),
  result: nullable(objectPlace),
  error: nullable(
    Type.Object(
      {
        code: Type.String({ description: 'A code of the error catalog, or job_interrupted' }),
        message: Type.String(),
      },
      { title: 'JobError', description: 'Why the job failed' },
    ),
  ),
  created_at: timestamp,
  finished_at: nullable(timestamp),
  expires_at: nullable(
    Type.String({ format: 'date-time', description: 'When the service deletes the job with its files' }),
  ),
};

export const listedJob = Type.Object(summary, { title: 'JobSummary' });

export const job = Type.Object(
  {
    ...summary,
    upload: nullable(
      Type.Object(
        {
          part_bytes: Type.Integer({ description: 'Size of every part except the last one' }),
          part_count: Type.Integer(),
          received: Type.Array(Type.Integer(), { description: 'Numbers of the parts that are stored' }),
        },
        { title: 'JobUpload', description: 'While the state is uploading' },
      ),
    ),
    signed: nullable(signedFile),
    verification: Type.Optional(verificationResult),
  },
  { title: 'Job' },
);

export const jobList = Type.Object(
  {
    jobs: Type.Array(listedJob),
    next_cursor: nullable(
      Type.String({ description: 'Send it as `cursor` to get the next page. null: the last page' }),
    ),
  },
  { title: 'JobList' },
);

export const storedPart = Type.Object(
  { number: Type.Integer(), sha256: Type.String({ description: 'SHA-256 of the part in hex' }) },
  { title: 'JobPart' },
);
