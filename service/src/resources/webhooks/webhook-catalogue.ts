// The webhook events in words (specification: Webhook events): when each is sent, its fields, and
// an example. The API, the pages, the reference and test events all read this catalog. A test
// compares it with real deliveries.

export interface CatalogueEntry {
  /** When it is sent, as a sentence. */
  readonly when: string;
  /** What each field of `data` means. */
  readonly fields: Readonly<Record<string, string>>;
  /** An example of `data`. Test events send it. */
  readonly example: Readonly<Record<string, unknown>>;
}

const recordId = '7c1d1f0e-52a4-4b0e-9a3c-2f6f3d1c8b90';
const generatorId = 'gen_00000000000000000000000000000000';

const verification = {
  record_id: 'ID of the record',
  authentic: 'Whether the content is exactly as signed',
  tampered: 'Whether the content was changed after signing',
  confidence: 'How surely the record was found: high, medium, low or none',
  likeness: 'Whether the content resembles what you signed: near, far or unknown',
  token_source: 'How the record was found, or null',
};
const quota = {
  plan: 'Your plan',
  limit: 'Signatures that the plan includes each month',
  current: 'Signatures used this month',
  period_end: 'When the count restarts',
};

export const webhookCatalogue = {
  'record.created': {
    when: 'The service stores a record.',
    fields: {
      record_id: 'ID of the record',
      generator_id: 'ID of the generator that signed',
      model: 'Name of the model',
      format: 'Kind of the content: image, audio, text or video',
      content_hash: 'SHA3-256 of the signed content',
      signed_at: 'When it was signed',
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
    fields: { ...verification, reason: 'Why the content is not authentic' },
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
    fields: { generator_id: 'ID of the generator' },
    example: { generator_id: generatorId },
  },
  'generator.key_rotated': {
    when: 'Someone rotates the key of a generator.',
    fields: {
      generator_id: 'ID of the generator',
      active_kid: 'ID of the key that signs from now on',
      retired_kid: 'ID of the key that only verifies from now on',
    },
    example: { generator_id: generatorId, active_kid: 'mldsa_example_new', retired_kid: 'mldsa_example_old' },
  },
} as const satisfies Readonly<Record<string, CatalogueEntry>>;

export type WebhookEvent = keyof typeof webhookCatalogue;
export const webhookEvents = Object.keys(webhookCatalogue) as WebhookEvent[];
