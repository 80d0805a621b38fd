// The content of each webhook event, made from the events of the stream.
import type { NewEvent } from '../../events/event-catalogue.ts';
import type { WebhookEvent } from './webhook-catalogue.ts';

export interface Notice {
  readonly event: WebhookEvent;
  readonly data: Readonly<Record<string, unknown>>;
}

/** None for events that are only audited. */
export function noticesOf({ type, metadata }: NewEvent): readonly Notice[] {
  switch (type) {
    case 'sign': {
      const { record_id, generator_id, model, format, content_hash, signed_at } = metadata;
      return [{ event: 'record.created', data: { record_id, generator_id, model, format, content_hash, signed_at } }];
    }
    case 'verify': {
      const { record_id, authentic, tampered, confidence, likeness, token_source, reason } = metadata;
      const data = { record_id, authentic, tampered, confidence, likeness, token_source };
      const attempted: Notice = { event: 'verify.attempted', data };
      return tampered ? [attempted, { event: 'verify.tamper_detected', data: { ...data, reason } }] : [attempted];
    }
    case 'quota_warning':
    case 'quota_limit': {
      const { plan, limit, current, period_end } = metadata;
      const event = type === 'quota_warning' ? 'quota.warning' : 'quota.limit';
      return [{ event, data: { plan, limit, current, period_end } }];
    }
    case 'key_revoked':
      return [{ event: 'generator.revoked', data: { generator_id: metadata.generator_id } }];
    case 'key_rotated': {
      const { generator_id, active_kid, retired_kid } = metadata;
      return [{ event: 'generator.key_rotated', data: { generator_id, active_kid, retired_kid } }];
    }
    case 'job_finished': {
      const { job_id, kind, state, record_id = null, error = null } = metadata;
      return [{ event: 'job.finished', data: { job_id, kind, state, record_id, error } }];
    }
    default:
      return [];
  }
}

/**
 * What an event is about: a record, a generator, a job, or else the kind of the event, such as
 * `quota`.
 * Queued deliveries about the same subject arrive in order.
 */
export function subjectOf(event: string, { record_id, generator_id, job_id }: Notice['data']): string {
  return String(record_id ?? generator_id ?? job_id ?? event.split('.')[0]);
}
