// The headers every answer carries, few on purpose: each costs every call. Built once as plain
// objects.

export function baseHeaders(environment: string, publicUrl: string): Readonly<Record<string, string>> {
  return {
    'x-service-environment': environment,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // Answers are data; pages that show something send a policy of their own.
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}

/** For routes that pages of any origin may call. No credentials: the routes are public. */
export const anyOriginHeaders: Readonly<Record<string, string>> = { 'access-control-allow-origin': '*' };

/** What a page of another origin may read beside the body; of no use to anyone else. */
export const exposedHeaders: Readonly<Record<string, string>> = {
  'access-control-expose-headers': 'X-Request-Id, X-Service-Environment, RateLimit, RateLimit-Policy, Retry-After',
};

export function preflightHeaders(method: string): Readonly<Record<string, string>> {
  return {
    ...anyOriginHeaders,
    'access-control-allow-methods': method,
    'access-control-allow-headers': 'Content-Type',
    'access-control-max-age': '86400',
  };
}
