// The headers of every response. They are few, because each one costs on every call, and are built
// once as plain objects.

export function baseHeaders(environment: string, publicUrl: string): Readonly<Record<string, string>> {
  return {
    'x-service-environment': environment,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // Responses are data. Pages send their own policy.
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}

/** For routes that pages of any origin can call. No credentials: the routes are public. */
export const anyOriginHeaders: Readonly<Record<string, string>> = { 'access-control-allow-origin': '*' };

/** Headers that a page of another origin can read. Other callers do not need this. */
export const exposedHeaders: Readonly<Record<string, string>> = {
  'access-control-expose-headers': 'X-Request-Id, X-Service-Environment, RateLimit, RateLimit-Policy, Retry-After',
};

export function preflightHeaders(methods: string): Readonly<Record<string, string>> {
  return {
    ...anyOriginHeaders,
    'access-control-allow-methods': methods,
    'access-control-allow-headers': 'Content-Type',
    'access-control-max-age': '86400',
  };
}

/** On a response that repeats the one of an earlier request with the same Idempotency-Key. */
export const replayedHeader = { 'idempotent-replayed': 'true' } as const;
