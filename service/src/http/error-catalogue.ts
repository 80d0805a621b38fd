// Every error a caller can meet: its code, its status and its sentence (decisions, section 1). `fail` raises one; a
// verdict about content is a result and never goes through here.

interface CatalogueEntry {
  readonly status: number;
  readonly message: string;
}

export const errorCatalogue = {
  validation_error: { status: 400, message: 'The request is not valid; `details` says where.' },
  format_not_supported: { status: 400, message: 'The generator does not sign this format.' },
  unsupported_media: { status: 400, message: 'The content is of no format that can be signed.' },
  signature_invalid: { status: 400, message: 'The signature is not valid under any key of the generator.' },
  client_managed_generator: {
    status: 400,
    message: 'The generator holds its keys itself; the service cannot do this for it.',
  },
  invalid_token: { status: 400, message: 'This is not a token of this service, or it was altered.' },
  token_expired_or_used: {
    status: 400,
    message: 'This link is unknown, has expired or was used already. Ask for a new one.',
  },
  last_owner: { status: 400, message: 'This is the last owner; make another member an owner first.' },
  cannot_remove_self: { status: 400, message: 'Nobody removes themselves; ask another owner or admin.' },
  unauthorized: { status: 401, message: 'Send a valid API key or session token as `Authorization: Bearer …`.' },
  invalid_credentials: { status: 401, message: 'The e-mail address or the password is not right.' },
  invalid_otp: { status: 401, message: 'The code is not right. Log in again to get a new challenge.' },
  signature_limit_reached: { status: 402, message: 'The signatures of this month are used up.' },
  plan_required: { status: 402, message: 'Your plan does not include this.' },
  seat_limit_reached: { status: 402, message: 'Every seat of the plan is taken.' },
  forbidden: { status: 403, message: 'Your role does not allow this.' },
  email_not_verified: {
    status: 403,
    message: 'Verify your e-mail address first; POST /v1/auth/resend-verification sends a new link.',
  },
  not_found: { status: 404, message: 'There is nothing at this address.' },
  generator_not_found: { status: 404, message: 'There is no such generator, or it has been revoked.' },
  generator_revoked: { status: 403, message: 'The generator is revoked; nothing can be signed with it any more.' },
  record_not_found: { status: 404, message: 'There is no such record.' },
  invite_not_found: { status: 404, message: 'There is no such invite, or it is no longer open.' },
  email_taken: {
    status: 409,
    message: 'An account with this e-mail address exists already. If the address is yours, ask for a new password.',
  },
  already_member: { status: 409, message: 'This e-mail address belongs to a member already.' },
  watermark_id_taken: { status: 409, message: 'Another record has this watermark_id.' },
  idempotency_conflict: {
    status: 409,
    message: 'This Idempotency-Key belongs to another request, or to one that is still at work.',
  },
  two_factor_already_enabled: { status: 409, message: 'Two-factor authentication is on already; disable it first.' },
  generator_limit_reached: { status: 409, message: 'The organization has as many generators as it can hold.' },
  api_key_limit_reached: {
    status: 409,
    message: 'The organization has as many API keys as it can hold; revoke one first.',
  },
  invite_limit_reached: {
    status: 409,
    message: 'The organization has as many open invites as it can hold; cancel one first.',
  },
  webhook_limit_reached: {
    status: 409,
    message: 'The organization has as many webhooks as it can hold; remove one first.',
  },
  domain_already_added: { status: 409, message: 'The organization has added this domain already.' },
  domain_limit_reached: {
    status: 409,
    message: 'The organization has as many domains as it can have; remove one first.',
  },
  delivery_already_succeeded: { status: 409, message: 'This delivery has succeeded; there is nothing to retry.' },
  endpoint_disabled: { status: 409, message: 'The endpoint is disabled; set its status to active first.' },
  payload_too_large: { status: 413, message: 'The request body is too large.' },
  rate_limited: { status: 429, message: 'Too many requests; wait as long as `Retry-After` says.' },
  too_many_attempts: { status: 429, message: 'Too many failed attempts; wait a quarter of an hour and log in again.' },
  internal_error: {
    status: 500,
    message: 'Something broke inside the service. The request_id leads its operator to the cause.',
  },
  otp_store_unavailable: { status: 503, message: 'One-time codes are not available right now; try again in a moment.' },
  service_unavailable: { status: 503, message: 'The service is not available right now; try again in a moment.' },
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof errorCatalogue;

/** Fields of the error body beyond code, sentence and request id, e.g. `required_plan`. */
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

/** Ends the request with an error of the catalogue; a `message` among the details replaces its sentence. */
export function fail(code: ErrorCode, details?: ErrorDetails, headers?: Readonly<Record<string, string>>): never {
  throw new ServiceError(code, details, headers);
}

/** One place in the input and what is wrong there. */
export function failValidation(path: string, message: string): never {
  fail('validation_error', { details: [{ path, message }] });
}
