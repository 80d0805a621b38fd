// An error of the service, as its body says it (docs/reference/errors.md), or the lack of any answer: code `unreachable`,
// status 0. Programs read `code`; `message` is a sentence for people.

export interface ErrorDetail {
  readonly path: string;
  readonly message: string;
}

export interface ErrorBody {
  readonly error: string;
  readonly message: string;
  readonly request_id?: string;
  readonly details?: readonly ErrorDetail[];
  readonly [field: string]: unknown;
}

export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: string;
  readonly status: number;
  /** For `validation_error`: each place and what is wrong there. */
  readonly details: readonly ErrorDetail[];
  readonly requestId: string | undefined;
  /** Seconds to wait, where the service says so. */
  readonly retryAfter: number | undefined;
  /** The whole body: some errors carry more, e.g. `required_plan` or `upgrade_url`. */
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody, retryAfter?: number) {
    super(body.message);
    this.code = body.error;
    this.status = status;
    this.details = body.details ?? [];
    this.requestId = body.request_id;
    this.retryAfter = retryAfter;
    this.body = body;
  }
}

export function unreachable(cause: unknown): ServiceError {
  const error = new ServiceError(0, { error: 'unreachable', message: 'The service cannot be reached.' });
  error.cause = cause;
  return error;
}
