// Jobs, the parts of their uploads, and connected stores.
import type { Defaulted, Optional } from './column-types.ts';

export type JobKind = 'sign' | 'verify';
export type JobState = 'uploading' | 'waiting' | 'running' | 'succeeded' | 'failed' | 'canceled';

export interface JobsTable {
  job_id: string;
  org_id: string;
  kind: JobKind;
  state: JobState;
  /** The user or key that created the job. The job acts for it. */
  actor: string;
  /** What the caller chose, as JSON. */
  options: string;
  /** The record that a signing job stores. Chosen once, so that the record is stored once. */
  record_id: Optional<string>;
  watermark_id: Optional<string>;
  /** JSON: an upload, or an object in a connected store. */
  source: string;
  source_size: number;
  /** JSON: the object in a connected store that gets the result. Null: only for download. */
  target: Optional<string>;
  /** Bytes of the working storage that count for the organization. */
  stored_bytes: number;
  /** In thousandths. */
  progress: Defaulted<number>;
  /** How often a node has started it. */
  attempts: Defaulted<number>;
  /** When it was started, or became free again. */
  waiting_since: Optional<number>;
  /** From when a node can take it. While it runs, the end of the lease. Null: not in the queue. */
  due_at: Optional<number>;
  /** The claim of the node that runs it. Every claim has another name. */
  claimed_by: Optional<string>;
  /** The attempt whose outcome counts. From then on, the job can only finish. */
  outcome_attempt: Optional<number>;
  /** JSON: the size and the hash of the signed file. */
  content: Optional<string>;
  /** JSON, of a job that succeeded. */
  result: Optional<string>;
  /** JSON, of a job that failed. */
  error: Optional<string>;
  /** 1: the working storage has nothing left except a result to download. */
  is_cleaned: Defaulted<number>;
  created_at: number;
  finished_at: Optional<number>;
  /** When the job and its result are deleted. Null while it waits or runs. */
  expires_at: Optional<number>;
}

export interface JobPartsTable {
  job_id: string;
  /** From 1. */
  number: number;
  /** In hex. The name of the stored part contains it. */
  sha256: string;
}

export interface StorageConnectionsTable {
  connection_id: string;
  org_id: string;
  name: string;
  endpoint: string;
  region: string;
  addressing: 'path' | 'host';
  bucket: string;
  /** Without slashes at its ends. */
  prefix: string;
  access_key_id: string;
  sealed_secret: string;
  created_at: number;
}
