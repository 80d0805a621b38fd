// The shapes of /v1/records (specification: Provenance record, Signing client side, Records and
// C2PA).
import { allFormats, LARGEST_PACKED_TEXT, mlDsa65 } from '@content-provenance/engine';
import { Type } from 'typebox';
import { generatorStatus, mediaFormat, nameOf, nullable, signer, timestamp } from '../../http/schemas.ts';
import { LONGEST_LABEL } from './record-label.ts';
import { verdictFilters } from './record-list-plan.ts';

const contentHash = Type.String({
  pattern: '^sha3-256:[0-9a-f]{64}$',
  description: '`sha3-256:` and 64 lowercase hex characters',
});
const phash = Type.String({
  pattern: '^[0-9a-f]{16}$',
  description: '64-bit perceptual hash. Used for search, never signed',
});
const textFingerprint = Type.String({
  maxLength: 4 * Math.ceil(LARGEST_PACKED_TEXT / 3),
  description:
    'The text fingerprint in base64, only for format text. With it, verification finds the text without its watermark, and parts of it. Used for search, never signed. The SDK and the command line compute it',
});
const model = Type.String({ minLength: 1, maxLength: 200, description: 'Name of the AI model' });
const watermarkId = Type.String({
  minLength: 1,
  maxLength: 128,
  pattern: '^[^\\p{C}]+$',
  description: 'Must be unique in the service',
});
const exactFormat = Type.Enum(
  allFormats.map(({ name }) => name),
  {
    title: 'ExactFormat',
    description:
      'The exact format of the signed bytes. Set it if your files carry the token in their metadata: without it, only a file ' +
      'whose whole bytes have the signed hash is authentic',
  },
);
export const label = nameOf({
  maxLength: LONGEST_LABEL,
  description: 'A private name of the record, one line. Only your organization sees it. Needs keeps_labels',
});
const generatorId = Type.String({ minLength: 1, maxLength: 100 });

const payloadFields = { content_hash: contentHash, generator_id: generatorId, model, watermark_id: watermarkId };

/** Exactly the object that was canonically serialized (RFC 8785) and signed. */
const signedPayload = Type.Object(payloadFields, { title: 'SignedPayload', additionalProperties: false });

export const submission = Type.Object(
  {
    ...payloadFields,
    signature: Type.String({
      maxLength: 8_000,
      description: 'ML-DSA-65 signature over the canonical JSON of signed_payload, in base64',
    }),
    signed_payload: signedPayload,
    phash: Type.Optional(phash),
    text_fingerprint: Type.Optional(textFingerprint),
    format: Type.Optional(mediaFormat),
    exact_format: Type.Optional(exactFormat),
    label: Type.Optional(label),
  },
  { title: 'RecordSubmission' },
);

export const logIndex = Type.Integer({
  minimum: 0,
  description: 'The index of the record in the transparency log. Absent if the record is older than the log',
});

export const stored = Type.Object(
  {
    token: Type.String({ description: 'svc_…' }),
    record_id: Type.String({ format: 'uuid' }),
    log_index: Type.Optional(logIndex),
  },
  { title: 'StoredRecord' },
);

export const batch = Type.Object({ records: Type.Array(submission, { minItems: 1, maxItems: 50 }) });
export const storedBatch = Type.Object({ results: Type.Array(stored) });

export const recordId = Type.Object({ record_id: Type.String({ maxLength: 100 }) });

const mode = Type.Enum(['server', 'client']);

export const fullRecord = Type.Object(
  {
    record_id: Type.String({ format: 'uuid' }),
    watermark_id: Type.String(),
    generator_id: Type.String(),
    org_id: Type.String(),
    org_name: Type.String(),
    signer,
    model: Type.String(),
    format: mediaFormat,
    exact_format: Type.Optional(exactFormat),
    content_hash: Type.String(),
    signature: Type.String(),
    signed_payload: Type.Object({
      content_hash: Type.String(),
      generator_id: Type.String(),
      model: Type.String(),
      watermark_id: Type.String(),
    }),
    algorithm: Type.Literal(mlDsa65.algorithm),
    kid: Type.String({ description: 'The key that signed. GET /v1/keys/:generator_id returns it' }),
    mode,
    phash: Type.Optional(Type.String()),
    signed_at: timestamp,
    generator_status: generatorStatus,
  },
  { title: 'ProvenanceRecord' },
);

const filters = {
  generator_id: Type.Optional(generatorId),
  format: Type.Optional(mediaFormat),
  model: Type.Optional(model),
  from: Type.Optional(Type.String({ maxLength: 40, description: 'ISO 8601 date or timestamp, inclusive' })),
  to: Type.Optional(Type.String({ maxLength: 40, description: 'ISO 8601 date or timestamp, inclusive' })),
  verdict: Type.Optional(
    Type.Enum([...verdictFilters], {
      description:
        'Only records that were verified at least once, never, or at least once with this verdict. tampered: the content is not as signed. not_proven: neither authentic nor tampered',
    }),
  ),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: LONGEST_LABEL,
      pattern: '\\S',
      description: 'A token, a record ID, a content hash (`sha3-256:…`), or a part of a label in any case',
    }),
  ),
};

export const listQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
  before: Type.Optional(Type.String({ maxLength: 100, description: 'next_cursor of the previous page' })),
  ...filters,
});

export const exportQuery = Type.Object({
  file_type: Type.Enum(['csv', 'json'], { default: 'json' }),
  ...filters,
});

const count = Type.Integer();

export const listedRecord = Type.Object(
  {
    record_id: Type.String({ format: 'uuid' }),
    token: Type.String(),
    watermark_id: Type.String(),
    generator_id: Type.String(),
    model: Type.String(),
    format: mediaFormat,
    mode,
    content_hash: Type.String(),
    kid: Type.String(),
    phash: nullable(Type.String()),
    signed_at: timestamp,
    label: nullable(Type.String({ description: 'The private label, or null' })),
    has_thumbnail: Type.Boolean({ description: 'Whether GET /v1/records/:record_id/thumbnail returns a picture' }),
    verification_count: Type.Integer({ description: 'All verifications: the sum of the next three counts' }),
    authentic_count: count,
    tamper_count: count,
    not_proven_count: count,
  },
  { title: 'ListedRecord' },
);

export const recordList = Type.Object(
  {
    records: Type.Array(listedRecord),
    next_cursor: Type.Optional(Type.String({ description: 'Absent on the last page' })),
    archived_before: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'Records signed before this time are archived. The list does not contain them, but you can still verify them and get each one by its ID or token. Absent if no records are archived',
      }),
    ),
  },
  { title: 'RecordList' },
);

export const c2paManifest = Type.Object(
  {
    '@context': Type.Record(Type.String(), Type.String()),
    claim_generator: Type.String(),
    instance_id: Type.String(),
    assertions: Type.Array(Type.Object({ label: Type.String(), data: Type.Record(Type.String(), Type.Unknown()) })),
  },
  { title: 'C2paExport' },
);
