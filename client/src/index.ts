// The public entry of the client.
export type { CallOptions } from './call-limits.ts';
export { type Client, createClient } from './create-client.ts';
export type {
  Generator,
  ProvenanceRecord,
  TextMatch,
  TokenStatus,
  VerificationResult,
  Webhook,
  WebhookPayload,
} from './generated/operations.ts';
export type { Answer, Body, OperationName, Query } from './operation.ts';
export type { Job, JobOptions, SignJobInput, VerifyJobInput } from './resources/jobs.ts';
export type { ListedRecord } from './resources/records.ts';
export type { ResolvedManifest } from './resources/resolution.ts';
export type { CarriedName, SignedContent, SignInput } from './resources/sign.ts';
export type { BatchItem, SignBatchInput } from './resources/sign-batch.ts';
export type { BatchOptions, VerifyInput } from './resources/verify.ts';
export { type ErrorCode, type ErrorDetail, ServiceError } from './service-error.ts';
export type { ClientOptions } from './transport.ts';
export type { RawAnswer, UploadOptions } from './upload.ts';
export { type SignedDelivery, verifyWebhookSignature } from './webhook-signature.ts';
