// The public entry of the client.
import type { Answer } from './operation.ts';

export { type Client, createClient } from './create-client.ts';
export type { Answer, Body, OperationName, Query } from './operation.ts';
export type { ListedRecord } from './resources/records.ts';
export type { ResolvedManifest } from './resources/resolution.ts';
export type { CarriedName, SignedContent, SignInput } from './resources/sign.ts';
export type { VerifyInput } from './resources/verify.ts';
export { type ErrorDetail, ServiceError } from './service-error.ts';
export type { ClientOptions } from './transport.ts';
export type { RawAnswer, UploadOptions } from './upload.ts';
export { type SignedDelivery, verifyWebhookSignature } from './webhook-signature.ts';

export type VerificationResult = Answer<'POST /v1/verify'>;
export type TokenStatus = Answer<'GET /v1/verify/status/{token}'>;
export type ProvenanceRecord = Answer<'GET /v1/records/{record_id}'>;
export type Generator = Answer<'GET /v1/generators/{generator_id}'>;
