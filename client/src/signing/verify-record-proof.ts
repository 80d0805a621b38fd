// Checks the response of `GET /v1/records/{record_id}/proof` offline: the record is in the
// transparency log.
import type { LogFindings, LoggedRecord, LogReason, RecordProof } from './log-evidence.ts';

export interface RecordProofInput {
  readonly proof: RecordProof;
  /** What you know about the record. Each field must be the one that was logged. */
  readonly expected?: Partial<LoggedRecord> | undefined;
  /** The text of a C2SP tlog-policy: the logs and witnesses that you trust. */
  readonly logPolicy?: string | undefined;
}

export interface RecordProofFindings {
  readonly valid: boolean;
  /** Present if `valid` is false. */
  readonly reason?: LogReason;
  readonly log: LogFindings | null;
}

/** Throws only for a policy that cannot be read. */
export async function verifyRecordProof(input: RecordProofInput): Promise<RecordProofFindings> {
  const { proof, expected = {}, logPolicy } = input;
  const { checkLog } = await import('./verify-log.ts');
  const given = Object.entries(expected).filter(([, value]) => value !== undefined);
  const isOther = expected.record_id !== undefined && expected.record_id !== proof?.record_id;
  const { findings, reason } = checkLog(
    proof,
    { ...Object.fromEntries(given), record_id: proof?.record_id },
    logPolicy,
  );
  if (isOther) return { valid: false, reason: 'log_proof_invalid', log: null };
  return reason ? { valid: false, reason, log: findings } : { valid: true, log: findings };
}
