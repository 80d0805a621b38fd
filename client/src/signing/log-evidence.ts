// What the service says about the entry of a record in the transparency log, and what a check of it
// finds (docs/use/verify-without-us.md).

import type { Answer } from '../operation.ts';

/** The response of `GET /v1/records/{record_id}/proof`. */
export type RecordProof = Answer<'GET /v1/records/{record_id}/proof'>;

/** The field `log` of a bundle. */
export type LogEvidence = Omit<RecordProof, 'record_id'>;

export interface LogFindings {
  readonly index: number;
  readonly logged: true;
  /** Whether the log and its witnesses meet your policy. Null if you gave none. */
  readonly key_known: boolean | null;
  /** Names of the witnesses of your policy that cosigned. Empty without a policy. */
  readonly witnesses: readonly string[];
  /** The time that the time stamp states. Its signer is not checked. */
  readonly timestamped_at: string | null;
}

export type LogReason =
  /** The proof does not show that the record is in the log, or is about another record. */
  | 'log_proof_invalid'
  /** There is no proof for a log that your policy accepts with the witnesses that it requires. */
  | 'log_key_unknown';

/** Fields of a record that its opening must repeat. */
export interface LoggedRecord {
  readonly record_id: string;
  readonly content_hash: string;
  readonly generator_id: string;
  readonly kid: string;
  readonly signed_at: string;
}
