// What the service says about the entry of a record in the transparency log, and what a check of it
// finds (docs/use/verify-without-us.md).

import type { Answer } from '../operation.ts';

/** The response of `GET /v1/records/{record_id}/proof`. */
export type RecordProof = Answer<'GET /v1/records/{record_id}/proof'>;

/** The field `log` of a bundle. */
export type LogEvidence = Omit<RecordProof, 'record_id'>;

export interface LogFindings {
  readonly index: number;
  /** True only if `key_known` is: a log that you trust has the entry. */
  readonly logged: boolean;
  /** Whether the log and its witnesses meet your policy, or your keys. Null if you gave neither. */
  readonly key_known: boolean | null;
  /**
   * Who says that the key is the key of the log: your policy, your keys, the service that signed
   * the bundle, or only the proof itself. Anyone can make a proof that names its own key.
   */
  readonly key_from: 'policy' | 'keys' | 'bundle' | 'proof';
  /** Names of the witnesses of your policy that cosigned. Empty without a policy. */
  readonly witnesses: readonly string[];
  /**
   * What the time stamp states. Anyone can make one with any time: check its signer yourself. Null
   * unless a key of the log that you trust signed the checkpoint that it covers.
   */
  readonly timestamp: StatedTime | null;
}

export interface StatedTime {
  readonly states: string;
  readonly signer_checked: false;
}

/** The keys of logs that you trust. A policy counts before keys. */
export interface TrustedLogs {
  /** The text of a C2SP tlog-policy: the logs and witnesses that you trust. */
  readonly logPolicy?: string | undefined;
  /** Verifier keys, one in each line, as in `/log/keys` of a service that you trust. */
  readonly logKeys?: string | undefined;
}

export type LogReason =
  /** The proof does not show that the record is in the log, or is about another record. */
  | 'log_proof_invalid'
  /** There is no proof for a log of your policy or keys, with the witnesses that it requires. */
  | 'log_key_unknown';

/** Fields of a record that its opening must repeat. */
export interface LoggedRecord {
  readonly record_id: string;
  readonly content_hash: string;
  readonly generator_id: string;
  readonly kid: string;
  readonly signed_at: string;
}
