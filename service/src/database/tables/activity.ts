// Counts behind analytics, updated in the transaction of the event.
import type { Defaulted } from './column-types.ts';

/**
 * Counts of a day (UTC, `2026-11-30`). Verifications are also counted by the content's format and
 * by what led to the record.
 */
export interface DailyActivityTable {
  org_id: string;
  day: string;
  signatures: Defaulted<number>;
  verifications: Defaulted<number>;
  authentic: Defaulted<number>;
  tampered: Defaulted<number>;
  format_image: Defaulted<number>;
  format_audio: Defaulted<number>;
  format_text: Defaulted<number>;
  format_video: Defaulted<number>;
  format_unknown: Defaulted<number>;
  source_provided: Defaulted<number>;
  source_xmp: Defaulted<number>;
  source_watermark: Defaulted<number>;
  source_phash: Defaulted<number>;
  source_fingerprint: Defaulted<number>;
  source_neural_watermark: Defaulted<number>;
  source_text_fingerprint: Defaulted<number>;
}

/** The same counts of an hour (UTC, `2026-11-30T14`). Removed after some days. */
export interface HourlyActivityTable extends Omit<DailyActivityTable, 'day'> {
  hour: string;
}

/** Counts of the verifications of one record on a day, by confidence in the last four. */
export interface RecordActivityTable {
  org_id: string;
  record_id: string;
  day: string;
  verifications: number;
  tampered: number;
  high: number;
  medium: number;
  low: number;
  none: number;
}

/**
 * Counts of the verifications of one record in a span: a day (`2026-11-30`), or ten days
 * (`2026-11-21/10`).
 */
export interface RecordRankingTable {
  org_id: string;
  span: string;
  record_id: string;
  verifications: number;
}

/** Which events are verifications of a record. */
export interface RecordVerificationsTable {
  org_id: string;
  record_id: string;
  sequence: number;
  /** That of the event. */
  occurred_at: number;
}
