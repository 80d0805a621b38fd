// Every error that a caller can get: its code, its status and its sentence (docs/specification).
// `fail` raises one. A verdict about content is a result, not an error.

interface CatalogueEntry {
  readonly status: number;
  readonly message: string;
}

export const errorCatalogue = {
  validation_error: { status: 400, message: 'The request is not valid. See `details` for each problem.' },
  format_not_supported: {
    status: 400,
    message: 'The generator is not registered for this format. Use a generator that is, or send another format.',
  },
  unsupported_media: {
    status: 400,
    message:
      'The service cannot sign this content, because it does not support the format. Send a supported format, such as JPEG, PNG, WebP, MP3, WAV, MP4, PDF or plain text.',
  },
  signature_invalid: {
    status: 400,
    message: 'The signature does not match any key of the generator. Check the signed payload and the key.',
  },
  client_managed_generator: {
    status: 400,
    message:
      'You manage the keys of this generator, so the service cannot do this. Use a generator with a key that the service manages.',
  },
  invalid_token: {
    status: 400,
    message: 'This is not a valid token of this service. Check that you copied the complete token.',
  },
  token_expired_or_used: {
    status: 400,
    message: 'This link is invalid, has expired or was already used. Request a new one.',
  },
  last_owner: { status: 400, message: 'An organization needs at least one owner. Make another member an owner first.' },
  cannot_remove_self: { status: 400, message: 'You cannot remove yourself. Ask another owner or admin.' },
  unauthorized: {
    status: 401,
    message: 'The request has no valid credentials. Send an API key or a session token as `Authorization: Bearer …`.',
  },
  invalid_credentials: { status: 401, message: 'The email address or the password is incorrect.' },
  invalid_otp: { status: 401, message: 'The code is incorrect. Log in again to get a new challenge.' },
  signature_limit_reached: {
    status: 402,
    message:
      'Your organization has used all its signatures for this month. Upgrade the plan, or wait until next month.',
  },
  plan_required: {
    status: 402,
    message: 'Your plan does not include this feature. Upgrade to `required_plan` or above.',
  },
  seat_limit_reached: {
    status: 402,
    message: 'All seats of your plan are in use. Upgrade the plan, or remove a member first.',
  },
  forbidden: { status: 403, message: 'Your role does not allow this action. Ask an owner of your organization.' },
  insufficient_scope: {
    status: 403,
    message: 'The API key does not have the scope `required_scope`. Add the scope to the key, or use another key.',
  },
  address_not_allowed: {
    status: 403,
    message:
      'The API key cannot be used from your address. Use it from an allowed address, or ask an owner or admin to change the key.',
  },
  generator_not_allowed: {
    status: 403,
    message:
      'The API key is not allowed to use this generator. Use another generator or another key, or ask an owner or admin to change the key.',
  },
  email_not_verified: {
    status: 403,
    message: 'Your email address is not verified. To get a new link, call POST /v1/auth/resend-verification.',
  },
  not_found: { status: 404, message: 'Nothing exists at this address. Check the path and the ID.' },
  generator_not_found: { status: 404, message: 'The generator does not exist or was revoked. Check the generator ID.' },
  generator_revoked: {
    status: 403,
    message: 'The generator was revoked and can no longer sign. Use another generator.',
  },
  manifest_not_found: {
    status: 404,
    message: 'The manifest does not exist in this repository. Check the manifest ID.',
  },
  binding_not_found: {
    status: 404,
    message: 'Your organization has no such binding and no record with this watermark. Check the binding value.',
  },
  record_not_found: { status: 404, message: 'The record does not exist. Check the record ID or the token.' },
  record_not_logged: {
    status: 404,
    message:
      'The record is older than the transparency log, so it has no entry there. Check its signature with GET /v1/records/:record_id.',
  },
  proof_not_ready: {
    status: 404,
    message:
      'The transparency log has the record, but no checkpoint includes it yet. Wait for the number of seconds in `Retry-After`, then retry.',
  },
  invite_not_found: { status: 404, message: 'The invite does not exist or is no longer valid. Ask for a new invite.' },
  method_not_allowed: {
    status: 405,
    message: 'This address exists, but it does not support this method. Use one of the methods in the `Allow` header.',
  },
  email_taken: {
    status: 409,
    message: 'An account with this email address already exists. If the address is yours, reset your password.',
  },
  already_member: { status: 409, message: 'This email address already belongs to a member.' },
  watermark_id_taken: { status: 409, message: 'Another record already has this `watermark_id`. Choose a new one.' },
  idempotency_conflict: {
    status: 409,
    message:
      'This `Idempotency-Key` belongs to a different request, or to one that is still in progress. Use a new key, or retry later.',
  },
  two_factor_already_enabled: { status: 409, message: 'Two-factor authentication is already on. Turn it off first.' },
  generator_limit_reached: {
    status: 409,
    message: 'The organization has reached its maximum number of generators. Use an existing generator.',
  },
  api_key_limit_reached: {
    status: 409,
    message: 'The organization has reached its maximum number of API keys. Revoke one first.',
  },
  api_key_replaced: {
    status: 409,
    message: 'This API key was rotated, so you cannot change it. Change or rotate its replacement.',
  },
  invite_limit_reached: {
    status: 409,
    message: 'The organization has reached its maximum number of open invites. Cancel one first.',
  },
  webhook_limit_reached: {
    status: 409,
    message: 'The organization has reached its maximum number of webhooks. Remove one first.',
  },
  plan_request_pending: {
    status: 409,
    message: 'Your organization has already requested a plan. Wait for the decision, or withdraw the request first.',
  },
  plan_request_closed: { status: 409, message: 'This request is no longer pending, so you cannot withdraw it.' },
  domain_already_added: { status: 409, message: 'Your organization has already added this domain.' },
  domain_limit_reached: {
    status: 409,
    message: 'The organization has reached its maximum number of domains. Remove one first.',
  },
  certificate_limit_reached: {
    status: 409,
    message: 'Too many requested certificates wait for their chain. Complete or revoke one first.',
  },
  manifest_id_taken: {
    status: 409,
    message: 'Another manifest with this ID is already stored. Sign a manifest with a new label, and store that one.',
  },
  manifest_limit_reached: {
    status: 409,
    message: 'The organization has reached its maximum of stored manifests or bindings. Delete manifests first.',
  },
  certificate_not_requested: { status: 409, message: 'The certificate is not waiting for its chain.' },
  certificate_expired: {
    status: 409,
    message: 'The certificate that signs manifests has expired. Renew it, or revoke it to use one of the service.',
  },
  delivery_already_succeeded: { status: 409, message: 'This delivery already succeeded. There is nothing to retry.' },
  delivery_pending: {
    status: 409,
    message: 'This delivery is still pending. The service attempts it again by itself.',
  },
  endpoint_disabled: { status: 409, message: 'The endpoint is disabled. Set its `status` to `active` first.' },
  job_limit_reached: {
    status: 409,
    message: 'Your organization has too many unfinished jobs. Wait until one finishes, or cancel one.',
  },
  job_storage_limit_reached: {
    status: 409,
    message:
      'Uploads and results of your jobs use all the storage of your organization. Cancel a job, or delete one that has finished.',
  },
  job_not_uploading: { status: 409, message: 'The job has started or ended, so it takes no more parts.' },
  job_not_cancelable: {
    status: 409,
    message: 'The job has ended, or it is storing its record, so you cannot cancel it. Get the job to see its result.',
  },
  job_parts_missing: { status: 409, message: 'Parts of the upload are missing. Send the parts in `missing` first.' },
  job_unfinished: { status: 409, message: 'The job has not finished. Cancel it first, or wait.' },
  storage_refused: {
    status: 409,
    message: 'The connected store did not do what the service needs. Check the access key, the bucket and the prefix.',
  },
  storage_connection_limit_reached: {
    status: 409,
    message: 'The organization has reached its maximum number of storage connections. Remove one first.',
  },
  range_not_satisfiable: {
    status: 416,
    message: 'The file does not have this range of bytes. Check `Range` against the size of the file.',
  },
  payload_too_large: { status: 413, message: 'The request body is too large. Send a smaller one.' },
  unsupported_media_type: {
    status: 415,
    message: 'The route does not accept this content type. Send one of the types that its description names.',
  },
  rate_limited: {
    status: 429,
    message: 'Too many requests. Wait for the number of seconds in `Retry-After`, then retry.',
  },
  too_many_attempts: { status: 429, message: 'Too many failed attempts. Wait 15 minutes, then log in again.' },
  internal_error: {
    status: 500,
    message:
      'An error occurred in the service. Retry the request. If it fails again, send the `request_id` to the operator.',
  },
  otp_store_unavailable: { status: 503, message: 'One-time codes are temporarily unavailable. Try again in a moment.' },
  archive_unavailable: {
    status: 503,
    message: 'This record is archived, and the archive is temporarily unavailable. Try again in a moment.',
  },
  archive_damaged: {
    status: 503,
    message:
      'This record is archived, and its archive file is damaged. The service cannot return it. Send the `request_id` to the operator.',
  },
  service_unavailable: { status: 503, message: 'The service is temporarily unavailable. Try again in a moment.' },
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof errorCatalogue;

/** Every route that looks up a record declares them. */
export const archiveErrors = ['archive_unavailable', 'archive_damaged'] as const satisfies readonly ErrorCode[];

/** Fields of the error body beyond code, sentence and request id, such as `required_plan`. */
export type ErrorDetails = Readonly<Record<string, unknown>>;

export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: ErrorDetails;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, details: ErrorDetails = {}, headers: Readonly<Record<string, string>> = {}) {
    super(typeof details.message === 'string' ? details.message : errorCatalogue[code].message);
    this.code = code;
    this.status = errorCatalogue[code].status;
    this.details = details;
    this.headers = headers;
  }
}

/**
 * Ends the request with an error of the catalog. A `message` among the details replaces its
 * sentence.
 */
export function fail(code: ErrorCode, details?: ErrorDetails, headers?: Readonly<Record<string, string>>): never {
  throw new ServiceError(code, details, headers);
}

/** A place in the input and the problem there. */
export function failValidation(path: string, message: string): never {
  fail('validation_error', { details: [{ path, message }] });
}
