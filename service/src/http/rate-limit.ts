// Counts calls for each minute: per IP address on public routes, per organization and plan on the others. The window
// begins with its first call. Headers follow draft-ietf-httpapi-ratelimit-headers (RateLimit-Policy, RateLimit).
import type { Caller } from '../access/caller.ts';
import type { Counter } from '../adapters/key-value/key-value-store.ts';
import type { Counters } from '../adapters/key-value/patient-counters.ts';
import { type NowOrLater, whenKnown } from '../adapters/now-or-later.ts';
import { plans } from '../plans/plans.ts';
import type { LimitClass } from './define-route.ts';
import { fail } from './error-catalogue.ts';

const windowSeconds = 60;

/** Calls per minute and IP address for each class of public routes; 0 means no limit. */
export type AddressLimits = Readonly<Record<'public' | 'account' | 'verify', number>>;

export interface RateLimiter {
  /** Charges the call; gives the headers to send, and fails with 429 when the window is used up. */
  charge(
    limit: LimitClass,
    ip: string,
    caller: Caller | undefined,
    cost?: number,
  ): NowOrLater<RateLimitHeaders | undefined>;
}

/** `RateLimit-Policy` and `RateLimit`. */
export type RateLimitHeaders = Readonly<Record<string, string>>;

interface Charge {
  readonly key: string;
  readonly policy: string;
  readonly limit: number;
}

export function createRateLimiter(counters: Counters, addressLimits: AddressLimits): RateLimiter {
  function chargeOf(limit: LimitClass, ip: string, caller: Caller | undefined): Charge | undefined {
    if (limit === 'none') return undefined;
    if (limit === 'organization') {
      const { orgId, plan } = caller!.organization;
      const perMinute = plans[plan].requestsPerMinute;
      return perMinute === null ? undefined : { key: `limit:organization:${orgId}`, policy: limit, limit: perMinute };
    }
    const perMinute = addressLimits[limit];
    return perMinute === 0 ? undefined : { key: `limit:${limit}:${ip}`, policy: limit, limit: perMinute };
  }

  return {
    charge(limit, ip, caller, cost = 1) {
      const charge = chargeOf(limit, ip, caller);
      if (!charge) return undefined;
      return whenKnown(counters.increment(charge.key, cost, windowSeconds * 1_000), (counter) =>
        judge(charge, counter),
      );
    },
  };
}

function judge({ policy, limit }: Charge, { value, expiresIn }: Counter): RateLimitHeaders {
  const seconds = Math.max(1, Math.ceil(expiresIn / 1_000));
  const headers = {
    'ratelimit-policy': `"${policy}";q=${limit};w=${windowSeconds}`,
    ratelimit: `"${policy}";r=${Math.max(0, limit - value)};t=${seconds}`,
  };
  if (value > limit)
    fail('rate_limited', { limit, retry_after: seconds }, { ...headers, 'retry-after': String(seconds) });
  return headers;
}
