// A job as its organization sees it.
import type { RecordTokens } from '../records/records.service.ts';
import { PART_BYTES } from './job-files.ts';
import { contentOf, errorOf, signedFileOf, sourceOf, targetOf, verificationOf } from './job-options.ts';
import type { JobRow } from './jobs.store.ts';

export function presentSummary(row: JobRow) {
  const source = sourceOf(row);
  return {
    job_id: row.job_id,
    kind: row.kind,
    state: row.state,
    progress: row.progress / 1_000,
    size: row.source_size,
    file_name: 'file_name' in source ? source.file_name : null,
    source: 'object' in source ? { connection_id: source.connection_id, object: source.object } : null,
    result: targetOf(row),
    error: errorOf(row),
    created_at: new Date(row.created_at).toISOString(),
    finished_at: isoOrNull(row.finished_at),
    expires_at: isoOrNull(row.expires_at),
  };
}

/** received: the numbers of the parts that are stored. */
export function presentJob(row: JobRow, received: readonly number[], tokens: RecordTokens) {
  const isVerified = row.kind === 'verify' && row.state === 'succeeded';
  return {
    ...presentSummary(row),
    upload:
      row.state === 'uploading'
        ? { part_bytes: PART_BYTES, part_count: partCountOf(row), received: [...received] }
        : null,
    signed: presentSigned(row, tokens),
    ...(isVerified && { verification: verificationOf(row)! }),
  };
}

/**
 * Also of a job that failed after its record was stored. While a job runs, its record can be
 * missing.
 */
function presentSigned(row: JobRow, tokens: RecordTokens) {
  const [content, file] = [contentOf(row), signedFileOf(row)];
  if (row.kind !== 'sign' || row.finished_at === null || !content || !file) return null;
  return { record_id: row.record_id!, token: tokens.write(row.record_id!), ...content, ...file };
}

export function partCountOf({ source_size }: Pick<JobRow, 'source_size'>): number {
  return Math.ceil(source_size / PART_BYTES);
}

function isoOrNull(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
