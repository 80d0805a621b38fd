// The webhook events (specification: Webhook events): when each is sent, its fields, and an
// example. The API, OpenAPI, the types of the clients, the pages, the reference and test events all
// come from this catalog. A test compares it with real deliveries.
import { mediaKinds } from '@content-provenance/engine';
import { type TSchema, Type } from 'typebox';
import { nullable } from '../../http/schemas.ts';
import { planNames } from '../../plans/plans.ts';

export interface CatalogueEntry {
  /** When it is sent, as a sentence. */
  readonly when: string;
  /** The fields of `data`. */
  readonly fields: Readonly<Record<string, EventField>>;
  /** An example of `data`. Test events send it. */
  readonly example: Readonly<Record<string, unknown>>;
}

/** A schema that says what the field means. */
type EventField = TSchema & { readonly description: string };

const text = (description: string) => described(Type.String(), description);
const time = (description: string) => described(Type.String({ format: 'date-time' }), description);
const flag = (description: string) => described(Type.Boolean(), description);
const count = (description: string) => described(Type.Integer(), description);
const oneOf = (values: readonly string[], description: string) => described(Type.Enum([...values]), description);

function described<Schema extends TSchema>(schema: Schema, description: string): Schema & EventField {
  return { ...schema, description };
}

const recordId = '7c1d1f0e-52a4-4b0e-9a3c-2f6f3d1c8b90';
const generatorId = 'gen_00000000000000000000000000000000';

const verification = {
  record_id: text('ID of the record'),
  authentic: flag('Whether the content is exactly as signed'),
  tampered: flag('Whether the content was changed after signing'),
  confidence: oneOf(['high', 'medium', 'low', 'none'], 'How surely the record was found: high, medium, low or none'),
  likeness: oneOf(['near', 'far', 'unknown'], 'Whether the content resembles what you signed: near, far or unknown'),
  token_source: described(nullable(Type.String()), 'How the record was found, or null'),
};
const quota = {
  plan: oneOf(planNames, 'Your plan'),
  limit: count('Signatures that the plan includes each month'),
  current: count('Signatures used this month'),
  period_end: time('When the count restarts'),
};

export const webhookCatalogue = {
  'record.created': {
    when: 'The service stores a record.',
    fields: {
      record_id: text('ID of the record'),
      generator_id: text('ID of the generator that signed'),
      model: text('Name of the model'),
      format: oneOf(mediaKinds, 'Kind of the content: image, audio, text or video'),
      content_hash: text('SHA3-256 of the signed content'),
      signed_at: time('When it was signed'),
    },
    example: {
      record_id: recordId,
      generator_id: generatorId,
      model: 'example-model',
      format: 'image',
      content_hash: `sha3-256:${'0'.repeat(64)}`,
      signed_at: '2026-01-01T12:00:00.000Z',
    },
  },
  'verify.attempted': {
    when: 'A verification finds one of your records.',
    fields: verification,
    example: {
      record_id: recordId,
      authentic: true,
      tampered: false,
      confidence: 'high',
      likeness: 'near',
      token_source: 'xmp',
    },
  },
  'verify.tamper_detected': {
    when: 'A verification finds one of your records, but the content is not as signed. If `likeness` is `far`, the content does not resemble it either.',
    fields: { ...verification, reason: text('Why the content is not authentic') },
    example: {
      record_id: recordId,
      authentic: false,
      tampered: true,
      confidence: 'high',
      likeness: 'near',
      token_source: 'watermark',
      reason: 'content_tampered',
    },
  },
  'quota.warning': {
    when: 'You have used 80% of the signatures of this month.',
    fields: quota,
    example: { plan: 'growth', limit: 25_000, current: 20_000, period_end: '2026-02-01T00:00:00.000Z' },
  },
  'quota.limit': {
    when: 'You have reached the limit of the Free plan, and signing stops.',
    fields: quota,
    example: { plan: 'free', limit: 500, current: 500, period_end: '2026-02-01T00:00:00.000Z' },
  },
  'generator.revoked': {
    when: 'Someone revokes a generator.',
    fields: { generator_id: text('ID of the generator') },
    example: { generator_id: generatorId },
  },
  'generator.key_rotated': {
    when: 'Someone rotates the key of a generator.',
    fields: {
      generator_id: text('ID of the generator'),
      active_kid: text('ID of the key that signs from now on'),
      retired_kid: text('ID of the previous key. It can verify earlier signatures, but it can no longer sign'),
    },
    example: { generator_id: generatorId, active_kid: 'mldsa_example_new', retired_kid: 'mldsa_example_old' },
  },
  'job.finished': {
    when: 'A job succeeds, fails or is canceled.',
    fields: {
      job_id: text('ID of the job'),
      kind: oneOf(['sign', 'verify'], 'What the job does: sign or verify'),
      state: oneOf(['succeeded', 'failed', 'canceled'], 'How the job ended: succeeded, failed or canceled'),
      record_id: described(nullable(Type.String()), 'ID of the record that the job stored, or null'),
      error: described(nullable(Type.String()), 'Code of the error, or null'),
    },
    example: {
      job_id: 'job_00000000000000000000000000000000',
      kind: 'sign',
      state: 'succeeded',
      record_id: recordId,
      error: null,
    },
  },
} as const satisfies Readonly<Record<string, CatalogueEntry>>;

export type WebhookEvent = keyof typeof webhookCatalogue;
export const webhookEvents = Object.keys(webhookCatalogue) as WebhookEvent[];
