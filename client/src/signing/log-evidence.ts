// What the service says about the entry of a record in the transparency log, and what a check of it
// finds (docs/use/verify-without-us.md).

export interface RecordOpening {
  readonly type: 'content-provenance-log-entry/1';
  readonly kind: 'record';
  readonly record_id: string;
  readonly content_hash: string;
  readonly generator_id: string;
  readonly kid: string;
  readonly signed_at: string;
  /** 32 bytes in base64. Without it, nobody can guess what an entry is about. */
  readonly salt: string;
}

/** The field `log` of a bundle, and the response of `GET /v1/records/{record_id}/proof`. */
export interface LogEvidence {
  readonly index: number;
  readonly log: { readonly origin: string; readonly url: string; readonly verifier_keys: readonly string[] };
  readonly opening: RecordOpening;
  /** The bytes of the entry in base64. */
  readonly entry: string;
  /** C2SP tlog-proof. */
  readonly proof: string;
  /** The first checkpoint with a time stamp that includes the entry. */
  readonly timestamp: {
    readonly proof: string;
    /** RFC 3161 over the text of that checkpoint, in base64. */
    readonly token: string;
    readonly stamped_at: string;
  } | null;
}

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
export type LoggedRecord = Pick<RecordOpening, 'record_id' | 'content_hash' | 'generator_id' | 'kid' | 'signed_at'>;
