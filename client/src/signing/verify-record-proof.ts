// Checks the response of `GET /v1/records/{record_id}/proof` offline: the record is in the
// transparency log. Anyone can make a log and a proof that fits it. So the keys in the proof never
// count, and without keys that the reader trusts, nothing is proven.
import type { LogFindings, LoggedRecord, LogReason, RecordProof, TrustedLogs } from './log-evidence.ts';

/** Give `logPolicy` or `logKeys`. Without them, `valid` is never true. */
export interface RecordProofInput extends TrustedLogs {
  readonly proof: RecordProof;
  /** What you know about the record. Each field must be the one that was logged. */
  readonly expected?: Partial<LoggedRecord> | undefined;
}

export type RecordProofReason =
  | LogReason
  /** The proof is consistent, but you gave no key of the log. So it can be a log of anyone. */
  | 'log_key_not_given';

export interface RecordProofFindings {
  /** A log that you trust contains the record. */
  readonly valid: boolean;
  /** Present if `valid` is false. */
  readonly reason?: RecordProofReason;
  readonly log: LogFindings | null;
}

/** Throws only for a policy or keys that cannot be read. */
export async function verifyRecordProof(input: RecordProofInput): Promise<RecordProofFindings> {
  const { proof, expected = {} } = input;
  const { checkLog } = await import('./verify-log.ts');
  const given = Object.entries(expected).filter(([, value]) => value !== undefined);
  const isOther = expected.record_id !== undefined && expected.record_id !== proof?.record_id;
  const { findings, reason } = checkLog(
    proof,
    { ...Object.fromEntries(given), record_id: proof?.record_id },
    input,
    'proof',
  );
  if (isOther) return { valid: false, reason: 'log_proof_invalid', log: null };
  if (reason) return { valid: false, reason, log: findings };
  return findings?.key_known
    ? { valid: true, log: findings }
    : { valid: false, reason: 'log_key_not_given', log: findings };
}
