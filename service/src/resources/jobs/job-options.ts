// What the columns of a job with JSON contain. Only this file and present-job.ts read them.
import type { FormatName, MediaKind, WatermarkChoice } from '@content-provenance/engine';
import type { PublicResult } from '../verify/verify.service.ts';
import type { StoredContent } from './job-files.ts';
import type { JobRow } from './jobs.store.ts';

export interface SignOptions {
  readonly model: string;
  readonly generatorId: string;
  readonly format?: MediaKind | undefined;
  readonly watermark?: WatermarkChoice | undefined;
  readonly neural?: boolean | undefined;
  readonly inBand: boolean;
  readonly label?: string | undefined;
}

export interface VerifyOptions {
  readonly token?: string | undefined;
  readonly format?: MediaKind | undefined;
  readonly localize: boolean;
}

/** An object in a connected store. */
export interface ObjectPlace {
  readonly connection_id: string;
  readonly object: string;
}

export type JobSource =
  | { readonly file_name: string | null }
  /** etag: the version of the object when the job was created. */
  | (ObjectPlace & { readonly etag: string });

export interface JobError {
  readonly code: string;
  readonly message: string;
}

/** What a signing job made, next to its record. */
export interface SignedFile {
  readonly format: MediaKind;
  readonly exact_format: FormatName;
  readonly mime_type: string;
  readonly carries: string[];
  readonly notes: string[];
  /** The index in the transparency log, once the record is stored. */
  readonly log_index?: number;
}

export const signOptionsOf = ({ options }: JobRow) => JSON.parse(options) as SignOptions;
export const verifyOptionsOf = ({ options }: JobRow) => JSON.parse(options) as VerifyOptions;
export const sourceOf = ({ source }: JobRow) => JSON.parse(source) as JobSource;
export const targetOf = ({ target }: JobRow) => (target === null ? null : (JSON.parse(target) as ObjectPlace));
export const contentOf = ({ content }: JobRow) => (content === null ? null : (JSON.parse(content) as StoredContent));
export const errorOf = ({ error }: JobRow) => (error === null ? null : (JSON.parse(error) as JobError));
export const signedFileOf = ({ result }: JobRow) => (result === null ? null : (JSON.parse(result) as SignedFile));
export const verificationOf = ({ result }: JobRow) => (result === null ? null : (JSON.parse(result) as PublicResult));
