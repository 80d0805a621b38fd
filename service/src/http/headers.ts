// The headers every answer carries. Built once as a plain object: a hook that computes them costs half the throughput.

export function baseHeaders(environment: string, publicUrl: string): Readonly<Record<string, string>> {
  return {
    'x-service-environment': environment,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    // Answers are data; pages that show something send a policy of their own.
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}

/** For routes that pages of any origin may call. No credentials: the routes are public. */
export const anyOriginHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'X-Request-Id, X-Service-Environment, RateLimit, RateLimit-Policy, Retry-After',
  'cross-origin-resource-policy': 'cross-origin',
};

export function preflightHeaders(method: string): Readonly<Record<string, string>> {
  return {
    ...anyOriginHeaders,
    'access-control-allow-methods': method,
    'access-control-allow-headers': 'Content-Type',
    'access-control-max-age': '86400',
  };
}
