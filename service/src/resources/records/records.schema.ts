// The shapes of /v1/records (specification: Provenance record, Signing client side, Records and
// C2PA).
import { allFormats, mlDsa65 } from '@content-provenance/engine';
import { Type } from 'typebox';
import { mediaFormat, nullable, signer, timestamp } from '../../http/schemas.ts';

const contentHash = Type.String({
  pattern: '^sha3-256:[0-9a-f]{64}$',
  description: '`sha3-256:` and 64 lowercase hex characters',
});
const phash = Type.String({
  pattern: '^[0-9a-f]{16}$',
  description: '64-bit perceptual hash. Used for search, never signed',
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
    description:
      'The exact format of the signed bytes. Set it if your files carry the token in their metadata: without it, only a file ' +
      'whose whole bytes have the signed hash is authentic',
  },
);
const generatorId = Type.String({ minLength: 1, maxLength: 100 });

const payloadFields = { content_hash: contentHash, generator_id: generatorId, model, watermark_id: watermarkId };

/** Exactly the object that was canonically serialized (RFC 8785) and signed. */
const signedPayload = Type.Object(payloadFields, { additionalProperties: false });

export const submission = Type.Object({
  ...payloadFields,
  signature: Type.String({
    maxLength: 8_000,
    description: 'ML-DSA-65 signature over the canonical JSON of signed_payload, in base64',
  }),
  signed_payload: signedPayload,
  phash: Type.Optional(phash),
  format: Type.Optional(mediaFormat),
  exact_format: Type.Optional(exactFormat),
});

export const stored = Type.Object({
  token: Type.String({ description: 'svc_…' }),
  record_id: Type.String({ format: 'uuid' }),
});

export const batch = Type.Object({ records: Type.Array(submission, { minItems: 1, maxItems: 50 }) });
export const storedBatch = Type.Object({ results: Type.Array(stored) });

export const recordId = Type.Object({ record_id: Type.String({ maxLength: 100 }) });

const mode = Type.Enum(['server', 'client']);

export const fullRecord = Type.Object({
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
  generator_status: Type.Enum(['active', 'revoked'], { description: 'If revoked, do not trust the record' }),
});

export const listQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
  before: Type.Optional(Type.String({ maxLength: 100, description: 'next_cursor of the previous page' })),
  generator_id: Type.Optional(generatorId),
  format: Type.Optional(mediaFormat),
});

export const recordList = Type.Object({
  records: Type.Array(
    Type.Object({
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
    }),
  ),
  next_cursor: Type.Optional(Type.String({ description: 'Absent on the last page' })),
});

export const c2paManifest = Type.Object({
  '@context': Type.Record(Type.String(), Type.String()),
  claim_generator: Type.String(),
  instance_id: Type.String(),
  assertions: Type.Array(Type.Object({ label: Type.String(), data: Type.Record(Type.String(), Type.Unknown()) })),
});
