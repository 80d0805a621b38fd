// Errors as problem details (RFC 9457), for callers whose Accept header names the content type. The
// fields of the usual error body stay, so a program can read either.
import type { ServiceError } from '../error-catalogue.ts';
import { errorBody } from './error-reply.ts';

export const problemType = 'application/problem+json';

/** Any mention is enough: no success has this type, so it can only be about errors. */
export function wantsProblem(accept: string | undefined): boolean {
  const mention = accept
    ?.toLowerCase()
    .split(',')
    .find((range) => range.split(';', 1)[0]!.trim() === problemType);
  return mention !== undefined && !/;\s*q=0(\.0*)?\s*(;|$)/.test(mention);
}

export function problemBody(error: ServiceError, requestId: string, publicUrl: string): Record<string, unknown> {
  const words = error.code.replaceAll('_', ' ');
  return {
    type: `${publicUrl}/docs/reference/errors#${error.code}`,
    title: words[0]!.toUpperCase() + words.slice(1),
    status: error.status,
    detail: error.message,
    // A tag (RFC 4151): it identifies the request and leads nowhere.
    instance: `tag:${new URL(publicUrl).hostname},2026:${requestId}`,
    ...errorBody(error, requestId),
  };
}
