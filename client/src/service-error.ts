// An error response of the service (docs/reference/errors.md), or no response: code `unreachable`
// or `timeout`, status 0. Programs read `code`. `message` is a sentence for people.
import type { ErrorCode as ServiceCode } from './generated/operations.ts';

/**
 * Every code of this release: those of the service, and three of the client. `unreachable`: no
 * response. `timeout`: the call reached its `timeout`. `unexpected_answer`: a response that is not
 * from the service.
 */
export type ErrorCode = ServiceCode | 'unreachable' | 'timeout' | 'unexpected_answer';

export interface ErrorDetail {
  readonly path: string;
  readonly message: string;
}

export interface ErrorBody {
  readonly error: ErrorCode | (string & {});
  readonly message: string;
  readonly request_id?: string;
  readonly details?: readonly ErrorDetail[];
  readonly [field: string]: unknown;
}

export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  /** A newer service can send codes that this release does not know. */
  readonly code: ErrorCode | (string & {});
  readonly status: number;
  /** For `validation_error`: the path of each problem and what is wrong. */
  readonly details: readonly ErrorDetail[];
  readonly requestId: string | undefined;
  /** Seconds to wait before a retry, if the service sent `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** The complete body. Some errors have more fields, such as `required_plan`. */
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
  const error = new ServiceError(0, {
    error: 'unreachable',
    message: 'The service is not reachable. Check the URL and your connection.',
  });
  error.cause = cause;
  return error;
}

export function timedOut(milliseconds: number): ServiceError {
  return new ServiceError(0, {
    error: 'timeout',
    message: `The call took longer than ${milliseconds / 1_000} s and was ended. Try again, or set a longer timeout.`,
  });
}
