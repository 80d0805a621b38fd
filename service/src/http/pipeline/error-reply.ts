// Turns every error into the one error body: `{error, message, request_id}` plus details.
import type { FastifyError } from 'fastify';
import { OutOfTime, PoolBusy, WorkInterrupted } from '../../adapters/compute-pool/compute-pool.ts';
import { DatabaseUnavailable } from '../../adapters/database/database.ts';
import { CustodyUnavailable } from '../../adapters/key-custody/custodian.ts';
import { FileDamaged, StoreUnavailable } from '../../adapters/object-store/object-store.ts';
import { ServiceError } from '../error-catalogue.ts';
import { InvalidInput } from './validation.ts';

const retrySoon = { 'retry-after': '2' };
/** Work that took too long does not get faster within seconds. */
const retryLater = { 'retry-after': '30' };

/**
 * The error of the catalog for a problem. A defect of ours becomes internal_error. `largest` is the
 * limit of the route's body in bytes.
 */
export function asServiceError(problem: unknown, largest: number): ServiceError {
  if (problem instanceof ServiceError) return problem;
  if (problem instanceof InvalidInput) return new ServiceError('validation_error', { details: problem.details });
  if (problem instanceof DatabaseUnavailable || problem instanceof PoolBusy)
    return new ServiceError('service_unavailable', {}, retrySoon);
  if (problem instanceof WorkInterrupted || problem instanceof CustodyUnavailable)
    return new ServiceError('service_unavailable', { message: problem.message }, retrySoon);
  if (problem instanceof StoreUnavailable) return new ServiceError('archive_unavailable', {}, retrySoon);
  if (problem instanceof FileDamaged) return new ServiceError('archive_damaged', {}, retryLater);
  if (problem instanceof OutOfTime)
    return new ServiceError('service_unavailable', { message: problem.message }, retryLater);
  return asBadRequest(problem as Partial<FastifyError>, largest) ?? new ServiceError('internal_error');
}

/** Errors that Fastify raises before a handler runs. */
function asBadRequest({ code, statusCode }: Partial<FastifyError>, largest: number): ServiceError | undefined {
  switch (code) {
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new ServiceError('not_found');
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ServiceError('payload_too_large', {
        message: `The request body is larger than ${Math.round(largest / 1024 / 1024)} MB. Send a smaller one.`,
        largest_bytes: largest,
      });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return invalidBody(
        'The body has the wrong content type. Send JSON with the header Content-Type: application/json.',
      );
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return invalidBody('The body is not valid JSON.');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return invalidBody('The length of the body does not match the Content-Length header.');
    default:
      return statusCode && statusCode < 500
        ? invalidBody('The service could not read the request. Check it and send it again.')
        : undefined;
  }
}

function invalidBody(message: string): ServiceError {
  return new ServiceError('validation_error', { message, details: [{ path: '', message }] });
}

export function errorBody(error: ServiceError, requestId: string): Record<string, unknown> {
  return { error: error.code, message: error.message, request_id: requestId, ...withoutMessage(error.details) };
}

function withoutMessage({ message: _, ...details }: ServiceError['details']): Record<string, unknown> {
  return details;
}
